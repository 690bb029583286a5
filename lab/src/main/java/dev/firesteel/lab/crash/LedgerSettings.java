// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.CassandraNode;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * What the ledger's process is to do.
 *
 * @param directory the ledger's, absolute
 * @param host where the node listens for clients
 * @param port its port
 * @param load the rows, and how many clients write and read them
 * @param insertShare how many of the writes are to new keys while there are any, 0 to 1
 * @param seed decides which keys are written in which order
 */
public record LedgerSettings(
        String directory, String host, int port, LedgerLoad load, double insertShare, long seed) {
    /** While there are new keys, a third of a campaign's writes go there. */
    private static final double INSERT_SHARE = 0.33;

    public LedgerSettings {
        if (!(insertShare >= 0 && insertShare <= 1))
            throw new IllegalArgumentException("insertShare must be 0 to 1, not " + insertShare);
    }

    /** What a campaign has written to its node. */
    static LedgerSettings of(Path ledger, CassandraNode node, LedgerLoad load, long seed) {
        InetSocketAddress listening = node.contactPoint();
        return new LedgerSettings(
                ledger.toString(),
                listening.getHostString(),
                listening.getPort(),
                load,
                INSERT_SHARE,
                seed);
    }
}
