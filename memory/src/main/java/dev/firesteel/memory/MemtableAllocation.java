// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The place of memtable contents: {@code memtable_allocation_type} of {@code cassandra.yaml}
 * (Config.MemtableAllocationType of Cassandra 5.0, without its two debugging variants).
 */
public enum MemtableAllocation {
    /** Everything on the heap; {@code memtable_offheap_space} has no effect. */
    HEAP_BUFFERS,

    /** Names and values in direct buffers, the structure around them on the heap. */
    OFFHEAP_BUFFERS,

    /** Whole cells outside the heap, the structure around them on it. */
    OFFHEAP_OBJECTS;

    /** Returns whether memtables use memory outside the heap. */
    public boolean isOffHeap() {
        return this != HEAP_BUFFERS;
    }

    /**
     * Returns the constant of this name in Cassandra.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static MemtableAllocation of(String name) {
        for (MemtableAllocation each : values()) if (each.toString().equals(name)) return each;
        throw new IllegalArgumentException(
                "the allocation of memtables must be "
                        + Arrays.stream(values())
                                .map(MemtableAllocation::toString)
                                .collect(Collectors.joining(", "))
                        + ", not "
                        + name);
    }

    /** Returns Cassandra's name. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
