// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.ycsb.CoreMix;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;

/** Loads YCSB's rows into a node, and says how far it is. */
final class RowLoad {
    private final InetSocketAddress node;
    private final boolean isJson;
    private final Console console;

    RowLoad(String address, int port, boolean isJson, Console console) {
        this.node = new InetSocketAddress(address, port);
        this.isJson = isJson;
        this.console = console;
    }

    /** Returns the exit code. */
    int run(int rows, int threads, int replicas, ConsistencyLevel consistency)
            throws IOException, InterruptedException {
        try (CqlSession session = LabSession.open(node);
                RowProgress progress = new RowProgress("Loading", console)) {
            UserTable table = new UserTable(session, consistency).create(replicas, true);
            YcsbResult result =
                    new YcsbRun(table, CoreMix.A.properties(rows, 0), threads, System::nanoTime)
                            .load(YcsbRun.NO_LIMIT, progress);
            progress.close();
            return tell(result, rows);
        } catch (AllNodesFailedException e) {
            throw new IOException(
                    "No node answers on %s:%d: 'firesteel run' starts one, or give its --address"
                            .formatted(node.getHostString(), node.getPort()),
                    e);
        } catch (DriverException e) {
            throw new IOException(
                    "Cannot load into the node on " + node + ": " + e.getMessage(), e);
        }
    }

    private int tell(YcsbResult result, int rows) throws IOException {
        console.say(isJson ? JsonLine.of(result) : text(result));
        if (result.operations() < rows)
            throw new IOException(
                    "%d of %d rows were not loaded: %s"
                            .formatted(rows - result.operations(), rows, result.firstError()));
        return 0;
    }

    private static String text(YcsbResult result) {
        return String.format(
                Locale.ROOT,
                "%d rows in %.1f s: %.0f a second, median %.0f us, 99th percentile %.0f us",
                result.operations(),
                result.seconds(),
                result.operationsPerSecond(),
                result.p50Micros(),
                result.p99Micros());
    }
}
