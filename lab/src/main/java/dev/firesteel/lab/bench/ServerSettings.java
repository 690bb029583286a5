// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.node.NodeProfile;
import java.util.Map;

/**
 * The setup of nodes, the same for every mode.
 *
 * @param address the loopback address that they listen on
 * @param heapBytes the heap of a node
 * @param memtableBytes room for memtables that are not to be flushed during a measurement; 0 for
 *     Cassandra's defaults
 * @param profile the name of a {@link NodeProfile}
 * @param yaml other keys of cassandra.yaml
 */
public record ServerSettings(
        String address,
        long heapBytes,
        long memtableBytes,
        String profile,
        Map<String, String> yaml) {
    public ServerSettings {
        NodeProfile.of(profile); // rejects any other
        yaml = Map.copyOf(yaml);
    }
}
