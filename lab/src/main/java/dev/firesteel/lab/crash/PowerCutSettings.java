// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.CassandraNode;
import java.nio.file.Path;

/**
 * How a campaign of power cuts goes.
 *
 * @param directory everything of the campaign is below it: drives, node, ledger, results
 * @param cuts how often to cut the power, at least 1
 * @param seed decides when, which keys, and what becomes of what was not stable
 * @param drives what the node stands on
 * @param load the rows of the ledger, and how many clients write and read them
 * @param longestLoadMillis the power goes no later than this after the load began
 * @param address the loopback address of the node
 * @param heap the heap of the node, in the JVM's units
 */
public record PowerCutSettings(
        Path directory,
        int cuts,
        long seed,
        NodeDrives drives,
        LedgerLoad load,
        int longestLoadMillis,
        String address,
        String heap) {
    private static final int SHORTEST_LOAD_MILLIS = 100;

    public PowerCutSettings {
        directory = directory.toAbsolutePath().normalize();
        CassandraNode.at(directory).loopbackAddress(address); // refuses any other
        if (cuts < 1) throw new IllegalArgumentException("cuts must be at least 1, not " + cuts);
        if (longestLoadMillis < SHORTEST_LOAD_MILLIS)
            throw new IllegalArgumentException(
                    "the longest load must be at least %d ms, not %d ms"
                            .formatted(SHORTEST_LOAD_MILLIS, longestLoadMillis));
    }

    int shortestLoadMillis() {
        return SHORTEST_LOAD_MILLIS;
    }

    Path ledger() {
        return directory.resolve("ledger");
    }

    /** One JSON object a cut. */
    public Path results() {
        return CampaignKind.results(directory);
    }

    Path summary() {
        return directory.resolve("summary.json");
    }
}
