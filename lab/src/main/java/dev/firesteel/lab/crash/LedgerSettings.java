// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

/**
 * What the ledger's process is to do.
 *
 * @param directory the ledger's, absolute
 * @param host where the node listens for clients
 * @param port its port
 * @param shape the rows to write
 * @param threads how many write at once, at least 1 and at most one a key
 * @param insertShare how many of the writes are to new keys while there are any, 0 to 1
 * @param seed decides which keys are written in which order
 */
public record LedgerSettings(
        String directory,
        String host,
        int port,
        LedgerShape shape,
        int threads,
        double insertShare,
        long seed) {
    public LedgerSettings {
        if (threads < 1 || threads > shape.keys())
            throw new IllegalArgumentException(
                    "threads must be 1 to the number of keys, not " + threads);
        if (!(insertShare >= 0 && insertShare <= 1))
            throw new IllegalArgumentException("insertShare must be 0 to 1, not " + insertShare);
    }
}
