// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import dev.firesteel.memory.Budget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@link Budget} in the names and units of Cassandra 5.0 (Config, DatabaseDescriptor,
 * cassandra-env.sh). Sizes are in whole MiB, the smallest unit in cassandra.yaml.
 *
 * @param yaml the keys and values of {@code cassandra.yaml}
 * @param options the values of JVM options, by the option's prefix: {@code -Xmx}
 */
public record MemorySettings(Map<String, String> yaml, Map<String, String> options) {

    /** Returns the settings for a budget. */
    public static MemorySettings of(Budget budget) {
        Map<String, String> yaml = new LinkedHashMap<>();
        yaml.put("memtable_heap_space", mebibytes(budget.memtableHeapBytes()));
        // Unused with memtables on the heap; a 0 would matter if that were changed by hand.
        if (budget.allocation().isOffHeap())
            yaml.put("memtable_offheap_space", mebibytes(budget.memtableOffheapBytes()));
        yaml.put("memtable_allocation_type", budget.allocation().toString());
        // Without it there is no chunk cache, regardless of file_cache_size.
        yaml.put("file_cache_enabled", Boolean.toString(budget.hasChunkCache()));
        yaml.put("file_cache_size", mebibytes(budget.fileCacheBytes()));
        yaml.put("key_cache_size", mebibytes(budget.keyCacheBytes()));
        yaml.put("row_cache_size", mebibytes(budget.rowCacheBytes()));
        Map<String, String> options = new LinkedHashMap<>();
        // Both or none: cassandra-env.sh refuses to start with only one of them.
        options.put("-Xms", budget.heapBytes() / Budget.MIB + "M");
        options.put("-Xmx", budget.heapBytes() / Budget.MIB + "M");
        options.put("-XX:MaxDirectMemorySize=", budget.directBytes() / Budget.MIB + "M");
        return new MemorySettings(yaml, options);
    }

    /** Returns the options as in {@code jvm-server.options}, one per line. */
    public List<String> lines() {
        return options.entrySet().stream().map(each -> each.getKey() + each.getValue()).toList();
    }

    private static String mebibytes(long bytes) {
        return bytes / Budget.MIB + "MiB";
    }
}
