// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.CassandraNode;
import java.nio.file.Path;

/**
 * Settings of a campaign of power cuts.
 *
 * @param directory the directory of drives, node, ledger and results
 * @param cuts the number of cuts, at least 1
 * @param seed determines the moments, the keys, and the losses of unstable writes
 * @param drives the node's drives
 * @param load the rows of the ledger, and the number of clients that write and read them
 * @param longestLoadMillis maximum time from the start of the load to the cut
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
        CassandraNode.at(directory).loopbackAddress(address); // rejects any other address
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

    /** Returns the file of results, one JSON object a cut. */
    public Path results() {
        return CampaignKind.results(directory);
    }

    Path summary() {
        return directory.resolve("summary.json");
    }
}
