// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;

/**
 * The clients' load on the rows of a ledger.
 *
 * @param shape the rows
 * @param threads the number of concurrent writers, at least 1 and at most one a key
 * @param readers the number of concurrent readers of rows being written, 0 to 1000
 * @param conditional the number of concurrent clients that read and change registers with
 *     lightweight transactions, 0 to 100
 * @param mixed the number of concurrent clients that make changes of every kind, 0 to 100
 * @param replicas the number of nodes, 1 to 9; each has every row. With more than one, clients
 *     write and read at QUORUM, or write at ALL
 */
public record LedgerLoad(
        LedgerShape shape, int threads, int readers, int conditional, int mixed, int replicas) {
    private static final int MAX_READERS = 1_000;
    private static final int MAX_OTHERS = 100;
    private static final int MAX_NODES = 9;

    public LedgerLoad {
        if (threads < 1 || threads > shape.keys())
            throw new IllegalArgumentException(
                    "threads must be 1 to the number of keys, %d, not %d"
                            .formatted(shape.keys(), threads));
        if (readers < 0 || readers > MAX_READERS)
            throw new IllegalArgumentException(
                    "readers must be 0 to %d, not %d".formatted(MAX_READERS, readers));
        requireOthers("--conditional", conditional);
        requireOthers("--mixed", mixed);
        if (replicas < 1 || replicas > MAX_NODES)
            throw new IllegalArgumentException(
                    "--nodes must be 1 to %d, not %d".formatted(MAX_NODES, replicas));
    }

    private static void requireOthers(String option, int clients) {
        if (clients < 0 || clients > MAX_OTHERS)
            throw new IllegalArgumentException(
                    "%s must be 0 to %d, not %d".formatted(option, MAX_OTHERS, clients));
    }

    /** Returns a load of writers and readers of rows alone. */
    public static LedgerLoad ofRows(LedgerShape shape, int threads, int readers, int replicas) {
        return new LedgerLoad(shape, threads, readers, 0, 0, replicas);
    }

    boolean isReplicated() {
        return replicas > 1;
    }

    /** Returns the consistency level of writes and reads. */
    ConsistencyLevel consistency() {
        return isReplicated() ? DefaultConsistencyLevel.QUORUM : DefaultConsistencyLevel.ONE;
    }

    /** Returns the clients in words. */
    String clients() {
        String clients = "%d threads and %d readers".formatted(threads, readers);
        if (conditional > 0) clients += " and %d conditional clients".formatted(conditional);
        if (mixed > 0) clients += " and %d mixed clients".formatted(mixed);
        return isReplicated() ? clients + " of " + replicas + " replicas" : clients;
    }
}
