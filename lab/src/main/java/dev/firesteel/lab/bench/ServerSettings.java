// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.Map;

/**
 * The setup of nodes, the same for every mode.
 *
 * @param address the loopback address that they listen on
 * @param heapBytes the heap of a node
 * @param memtableBytes room for memtables that are not to be flushed during a measurement; 0 for
 *     Cassandra's defaults
 * @param yaml keys of cassandra.yaml
 */
public record ServerSettings(
        String address, long heapBytes, long memtableBytes, Map<String, String> yaml) {
    public ServerSettings {
        yaml = Map.copyOf(yaml);
    }
}
