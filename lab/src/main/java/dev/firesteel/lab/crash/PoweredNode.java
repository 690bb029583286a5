// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;

/**
 * A node on drives of its own.
 *
 * @param drives its drives
 * @param target the kind of node
 * @param address its loopback address
 */
public record PoweredNode(NodeDrives drives, Target target, String address) {
    /** The start of the name of each node's directory in that of a campaign with several. */
    public static final String DIRECTORY = "node";

    public PoweredNode {
        CassandraNode.at(drives.nodeDirectory()).loopbackAddress(address); // rejects any other
    }

    /**
     * Returns new settings of the node.
     *
     * @param heap the heap, in the JVM's units
     * @param seeds the addresses of all nodes, separated by commas; a seed waits for no other node
     */
    NodeSettings settings(String heap, String seeds) {
        NodeSettings settings =
                node().settings(heap, seeds).ignoreTerminal().knownIn(drives.directory());
        drives.configure(settings);
        return settings;
    }

    CampaignNode node() {
        return new CampaignNode(drives.nodeDirectory(), target, address);
    }
}
