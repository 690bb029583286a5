// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Where Cassandra keeps what is in memtables: {@code memtable_allocation_type} of {@code
 * cassandra.yaml} (Config.MemtableAllocationType of Cassandra 5.0, without its two variants for
 * debugging).
 */
public enum MemtableAllocation {
    /** All of it on the heap; {@code memtable_offheap_space} says nothing then. */
    HEAP_BUFFERS,

    /** Names and values in direct buffers, and what holds them together on the heap. */
    OFFHEAP_BUFFERS,

    /** Whole cells outside the heap, and what holds them together on it. */
    OFFHEAP_OBJECTS;

    /** Whether memtables use memory outside the heap. */
    public boolean isOffHeap() {
        return this != HEAP_BUFFERS;
    }

    /**
     * The constant that Cassandra calls so.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static MemtableAllocation of(String name) {
        for (MemtableAllocation each : values()) if (each.toString().equals(name)) return each;
        throw new IllegalArgumentException(
                "memtables are allocated as "
                        + Arrays.stream(values())
                                .map(MemtableAllocation::toString)
                                .collect(Collectors.joining(", "))
                        + ", not "
                        + name);
    }

    /** Cassandra's name of it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
