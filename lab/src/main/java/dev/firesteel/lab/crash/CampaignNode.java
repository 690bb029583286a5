// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.NodeLocalSession;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.nio.file.Path;

/**
 * A node of a campaign.
 *
 * @param directory the directory of its files
 * @param target the kind of node
 * @param address its loopback address
 */
record CampaignNode(Path directory, Target target, String address) {
    /**
     * Starts a node that died during a DROP TABLE. Cassandra flushes the table's columns before the
     * table, and does not start with a table without columns (CASSANDRA-12213).
     */
    private static final String START_WITHOUT_TABLES_HALF_DROPPED =
            "-Dcassandra.ignore_corrupted_schema_tables=true";

    /**
     * Returns new settings of the node.
     *
     * @param heap the heap, in the JVM's units
     * @param seeds the addresses of all nodes, separated by commas; a seed waits for no other node
     */
    NodeSettings settings(String heap, String seeds) {
        NodeSettings node =
                CassandraNode.at(directory)
                        .address(address)
                        .seeds(seeds)
                        .heap(heap)
                        .setting("hinted_handoff_enabled", false)
                        .shortLived();
        node.jvmOption(NodeLocalSession.JVM_OPTION);
        node.jvmOption(START_WITHOUT_TABLES_HALF_DROPPED);
        target.configure(node);
        return node;
    }
}
