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
 * @param replicas the number of nodes, at least 1; each has every row. With more than one, clients
 *     write and read at QUORUM
 */
public record LedgerLoad(LedgerShape shape, int threads, int readers, int replicas) {
    private static final int MAX_READERS = 1_000;

    public LedgerLoad {
        if (threads < 1 || threads > shape.keys())
            throw new IllegalArgumentException(
                    "threads must be 1 to the number of keys, %d, not %d"
                            .formatted(shape.keys(), threads));
        if (readers < 0 || readers > MAX_READERS)
            throw new IllegalArgumentException(
                    "readers must be 0 to %d, not %d".formatted(MAX_READERS, readers));
        if (replicas < 1)
            throw new IllegalArgumentException("replicas must be at least 1, not " + replicas);
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
        return isReplicated() ? clients + " of " + replicas + " replicas" : clients;
    }
}
