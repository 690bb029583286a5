// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

/**
 * The clients' load on the rows of a ledger.
 *
 * @param shape the rows
 * @param threads the number of concurrent writers, at least 1 and at most one a key
 * @param readers the number of concurrent readers of rows being written, 0 to 1000
 */
public record LedgerLoad(LedgerShape shape, int threads, int readers) {
    private static final int MAX_READERS = 1_000;

    public LedgerLoad {
        if (threads < 1 || threads > shape.keys())
            throw new IllegalArgumentException(
                    "threads must be 1 to the number of keys, %d, not %d"
                            .formatted(shape.keys(), threads));
        if (readers < 0 || readers > MAX_READERS)
            throw new IllegalArgumentException(
                    "readers must be 0 to %d, not %d".formatted(MAX_READERS, readers));
    }

    /** Returns the clients in words. */
    String clients() {
        return "%d threads and %d readers".formatted(threads, readers);
    }
}
