// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.CassandraNode;
import java.nio.file.Path;

/**
 * How a campaign goes.
 *
 * @param directory everything of the campaign is below it: the node, the ledger, the results
 * @param kills how often to kill under load, at least 1
 * @param seed decides when and which keys
 * @param load the rows of the ledger, and how many clients write and read them
 * @param shortestLoadMillis the node is killed no earlier than this after the load began
 * @param longestLoadMillis and no later than this
 * @param address the loopback address of the node
 * @param heap the heap of the node, in the JVM's units
 */
public record CampaignSettings(
        Path directory,
        int kills,
        long seed,
        LedgerLoad load,
        int shortestLoadMillis,
        int longestLoadMillis,
        String address,
        String heap) {
    /** While the node warms up, too. */
    public static final int SHORTEST_LOAD_MILLIS = 100;

    /** Once it runs at speed, too. */
    public static final int LONGEST_LOAD_MILLIS = 20_000;

    /** Enough for rows to be read, written anew and flushed, few enough to be scanned quickly. */
    public static final int KEYS = 50_000;

    /** As many as a journal has to keep apart in earnest. */
    public static final int THREADS = 64;

    public CampaignSettings {
        directory = directory.toAbsolutePath().normalize();
        CassandraNode.at(directory).loopbackAddress(address); // refuses any other
        if (kills < 1) throw new IllegalArgumentException("kills must be at least 1, not " + kills);
        if (shortestLoadMillis < 0 || shortestLoadMillis > longestLoadMillis)
            throw new IllegalArgumentException(
                    "the longest load must be no shorter than the shortest, %d ms, not %d ms"
                            .formatted(shortestLoadMillis, longestLoadMillis));
    }

    /** Everything of the node is below it. */
    public Path nodeDirectory() {
        return directory.resolve("node");
    }

    Path ledger() {
        return directory.resolve("ledger");
    }

    /** One JSON object a kill. */
    public Path results() {
        return CampaignKind.results(directory);
    }

    Path summary() {
        return directory.resolve("summary.json");
    }
}
