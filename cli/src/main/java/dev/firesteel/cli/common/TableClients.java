// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.ClusterAccess;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.SessionException;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Clients of YCSB's table on a running node. */
public final class TableClients {
    private final NodeOptions options;
    private final Console console;
    private final ClusterAccess access;
    private final List<InetSocketAddress> nodes;

    /**
     * Creates the clients; connects to nothing.
     *
     * @throws IOException if the driver's configuration file cannot be read
     */
    TableClients(NodeOptions options, ClusterAccess access, Console console) throws IOException {
        this.options = options;
        this.access = access;
        this.console = console;
        nodes = options.contactPoints(access);
    }

    /**
     * Runs work and prints its result.
     *
     * @param settings YCSB's properties and others, for the result
     * @param text formats it for people
     * @throws IOException if no node responds, or the work fails
     */
    public YcsbResult run(
            Map<String, String> settings, Work<YcsbResult> work, Function<YcsbResult, String> text)
            throws IOException, InterruptedException {
        YcsbResult result = run(work);
        console.say(
                options.isJson
                        ? JsonLine.of(ClientResult.of(settings(settings), result))
                        : text.apply(result));
        return result;
    }

    private Map<String, String> settings(Map<String, String> given) {
        Map<String, String> all = new TreeMap<>(given);
        all.remove("operationcount"); // an upper bound
        all.put("consistency", options.consistency.name());
        return all;
    }

    /**
     * Runs work.
     *
     * @throws IOException if no node responds, or the work fails
     */
    public <T> T run(Work<T> work) throws IOException, InterruptedException {
        try (CqlSession session = access.open(nodes)) {
            return work.on(new UserTable(session, options.consistency));
        } catch (SessionException e) {
            throw advised(e);
        } catch (AllNodesFailedException e) {
            throw advised(SessionException.of(e, access.where(nodes), access));
        } catch (DriverException e) {
            throw new IOException(
                    "The node on %s refuses: %s".formatted(access.where(nodes), e.getMessage()), e);
        }
    }

    private static IOException advised(SessionException failure) {
        return failure.isAnswered()
                ? failure
                : new IOException(
                        failure.getMessage()
                                + ": start one with 'firesteel run', or give its --address",
                        failure);
    }

    /** The work of clients. */
    @FunctionalInterface
    public interface Work<T> {
        T on(UserTable table) throws IOException, InterruptedException;
    }
}
