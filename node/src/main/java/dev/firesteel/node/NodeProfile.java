// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The storage of a node, as one of the two configuration files that come with Cassandra 5.0. */
public enum NodeProfile {
    /**
     * That of {@code cassandra.yaml}: SSTables in the format BIG, skip-list memtables on the heap,
     * size-tiered compaction, compatible with Cassandra 4.
     */
    DEFAULT,
    /**
     * That of {@code cassandra_latest.yaml}: SSTables in the format BTI, trie memtables off the
     * heap, unified compaction, storage-attached indexes.
     */
    LATEST;

    /** Returns the name, as in options and results. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the profile of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static NodeProfile of(String title) {
        for (NodeProfile each : values()) if (each.title().equals(title)) return each;
        throw new IllegalArgumentException(
                "the profile must be default or latest, not '%s'".formatted(title));
    }

    /** Returns its keys of {@code cassandra.yaml}. */
    Map<String, Object> yaml() {
        Map<String, Object> yaml = new LinkedHashMap<>();
        if (this == DEFAULT) {
            yaml.put("storage_compatibility_mode", "CASSANDRA_4");
            return yaml; // the other keys have these values by default
        }
        yaml.put("storage_compatibility_mode", "NONE");
        yaml.put("sstable", Map.of("selected_format", "bti"));
        yaml.put("uuid_sstable_identifiers_enabled", true);
        Map<String, Object> memtables = new LinkedHashMap<>();
        memtables.put("trie", Map.of("class_name", "TrieMemtable"));
        memtables.put("default", Map.of("inherits", "trie"));
        yaml.put("memtable", Map.of("configurations", memtables));
        yaml.put("memtable_allocation_type", "offheap_objects");
        Map<String, Object> compaction = new LinkedHashMap<>();
        compaction.put("class_name", "UnifiedCompactionStrategy");
        compaction.put("parameters", Map.of("scaling_parameters", "T4"));
        yaml.put("default_compaction", compaction);
        yaml.put("default_secondary_index", "sai");
        yaml.put("default_secondary_index_enabled", true);
        return yaml;
    }
}
