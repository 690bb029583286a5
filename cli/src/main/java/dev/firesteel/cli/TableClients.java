// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Function;

/** Clients of YCSB's table on a running node. */
final class TableClients {
    private final NodeOptions options;
    private final Console console;
    private final InetSocketAddress node;

    TableClients(NodeOptions options, Console console) {
        this.options = options;
        this.console = console;
        node = new InetSocketAddress(options.address, options.port);
    }

    /**
     * Runs work and prints its result.
     *
     * @param text formats it for people
     * @throws IOException if no node responds, or the work fails
     */
    YcsbResult run(Work<YcsbResult> work, Function<YcsbResult, String> text)
            throws IOException, InterruptedException {
        YcsbResult result = run(work);
        console.say(options.isJson ? JsonLine.of(result) : text.apply(result));
        return result;
    }

    /**
     * Runs work.
     *
     * @throws IOException if no node responds, or the work fails
     */
    <T> T run(Work<T> work) throws IOException, InterruptedException {
        try (CqlSession session = LabSession.open(node)) {
            return work.on(new UserTable(session, options.consistency));
        } catch (AllNodesFailedException e) {
            throw new IOException(
                    ("No node answers on %s:%d: start one with 'firesteel run', or give its"
                                    + " --address")
                            .formatted(node.getHostString(), node.getPort()),
                    e);
        } catch (DriverException e) {
            throw new IOException("The node on " + node + " refuses: " + e.getMessage(), e);
        }
    }

    /** The work of clients. */
    @FunctionalInterface
    interface Work<T> {
        T on(UserTable table) throws IOException, InterruptedException;
    }
}
