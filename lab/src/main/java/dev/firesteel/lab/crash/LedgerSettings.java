// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.CassandraNode;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * Settings of the ledger's process.
 *
 * @param directory the campaign's, which holds the logs, absolute
 * @param host the node's host for clients
 * @param port its port
 * @param load the rows, and the number of clients that write and read them
 * @param insertShare the share of writes to new keys while there are any, 0 to 1
 * @param seed determines the order of keys
 */
public record LedgerSettings(
        String directory, String host, int port, LedgerLoad load, double insertShare, long seed) {
    /** A campaign's share of writes to new keys, while there are any. */
    private static final double INSERT_SHARE = 0.33;

    public LedgerSettings {
        if (!(insertShare >= 0 && insertShare <= 1))
            throw new IllegalArgumentException("insertShare must be 0 to 1, not " + insertShare);
    }

    /** Returns the settings for a campaign's load on its node. */
    static LedgerSettings of(Path directory, CassandraNode node, LedgerLoad load, long seed) {
        InetSocketAddress listening = node.contactPoint();
        return new LedgerSettings(
                directory.toString(),
                listening.getHostString(),
                listening.getPort(),
                load,
                INSERT_SHARE,
                seed);
    }
}
