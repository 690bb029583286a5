// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.node.NodeProfile;
import java.util.List;
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
    /** The keys of directories that a bench places itself, and deletes. */
    private static final List<String> PLACED =
            List.of("commitlog_directory", "data_file_directories");

    public ServerSettings {
        for (String key : PLACED)
            if (yaml.containsKey(key))
                throw new IllegalArgumentException(
                        "--set %s: a bench deletes these files, so it places them itself: leave it out; bench commitlog has --log and --sstables"
                                .formatted(key));
        NodeProfile.of(profile); // rejects any other
        yaml = Map.copyOf(yaml);
    }
}
