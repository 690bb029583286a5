// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import dev.firesteel.memory.BudgetException.Part;

/**
 * A memory split of a machine for a node of Cassandra 5.0: figure 4 of Wang et al., "A System
 * Performance Estimation Model for Cassandra Database", with later additions. All sizes are in
 * bytes, at least 0. Cassandra's settings are whole MiB, its smallest unit
 * (DataStorageSpec.IntMebibytesBound). The page cache gets the rest.
 *
 * @param totalBytes all memory: the machine's, or a control group's limit
 * @param allocation where memtables are allocated
 * @param memtableHeapBytes {@code memtable_heap_space}, above 0; a quarter of the heap by default
 * @param memtableOffheapBytes {@code memtable_offheap_space}, above 0 where memtables lie outside
 *     the heap, 0 where they do not
 * @param keyCacheBytes {@code key_cache_size}, which lies on the heap (Caffeine), and which only
 *     SSTables of the format BIG use; 5 % of the heap and at most 100 MiB by default
 * @param rowCacheBytes {@code row_cache_size}, outside the heap (OHC); 0 by default
 * @param fileCacheBytes {@code file_cache_size}: {@link #FILE_POOL_BYTES} for buffers and the rest
 *     for the chunk cache, in direct memory; a quarter of the heap and at most 512 MiB by default,
 *     where the chunk cache is off ({@code file_cache_enabled})
 * @param heapRestBytes the heap besides memtables and the key cache
 * @param journalBytes buffers of the journal, in direct memory
 * @param nativeBytes other memory of the process: code, metaspace, stacks, the garbage collector's
 *     tables, Bloom filters, compression offsets
 * @param systemBytes for the operating system and other programs
 */
public record Budget(
        long totalBytes,
        MemtableAllocation allocation,
        long memtableHeapBytes,
        long memtableOffheapBytes,
        long keyCacheBytes,
        long rowCacheBytes,
        long fileCacheBytes,
        long heapRestBytes,
        long journalBytes,
        long nativeBytes,
        long systemBytes) {
    /** 2^20 bytes. */
    public static final long MIB = 1 << 20;

    /**
     * The part of {@code file_cache_size} reserved for buffers, 32 MiB
     * (ChunkCache.RESERVED_POOL_SPACE_IN_MiB). With no more than this there is no chunk cache.
     */
    public static final long FILE_POOL_BYTES = 32 * MIB;

    /** Minimum for the rest of the heap, 256 MiB: with less, garbage collection dominates. */
    public static final long SMALLEST_HEAP_REST_BYTES = 256 * MIB;

    /** Minimum for the page cache, 64 MiB: with less, all reads of data and code hit the drive. */
    public static final long SMALLEST_PAGE_CACHE_BYTES = 64 * MIB;

    /**
     * The largest heap with 4-byte references, and the maximum that cassandra-env.sh of Cassandra
     * 5.0 chooses: 31744 MiB.
     */
    public static final long LARGEST_HEAP_BYTES = 31_744 * MIB;

    /** Direct memory of Netty and others besides the pools counted here. */
    private static final long DIRECT_MARGIN_BYTES = 128 * MIB;

    private static final long LARGEST_NETWORK_BYTES = 128 * MIB;

    public Budget {
        requireWhole("memtable_heap_space", memtableHeapBytes);
        requireWhole("memtable_offheap_space", memtableOffheapBytes);
        requireWhole("key_cache_size", keyCacheBytes);
        requireWhole("row_cache_size", rowCacheBytes);
        requireWhole("file_cache_size", fileCacheBytes);
        requireWhole("the rest of the heap", heapRestBytes);
        requireNotNegative("the total", totalBytes);
        requireNotNegative("the journal", journalBytes);
        requireNotNegative("native memory", nativeBytes);
        requireNotNegative("the system", systemBytes);
        if (!allocation.isOffHeap() && memtableOffheapBytes > 0)
            throw new IllegalArgumentException(
                    "memtables use no memory outside the heap with " + allocation);
    }

    /**
     * Returns the split that Cassandra 5.0 uses by default: half of the machine for the heap
     * (cassandra-env.sh), a quarter of that for memtables, and no chunk cache. Of {@code
     * file_cache_size} only the pool of buffers is counted (DatabaseDescriptor.applySimpleConfig).
     *
     * @param layout gives the total, the journal, native memory and the system
     */
    public static Budget byDefault(Layout layout) {
        long heap = Math.min(LARGEST_HEAP_BYTES, layout.totalBytes() / 2 / MIB * MIB);
        long memtables = heap / 4 / MIB * MIB;
        long keys = Math.min(100 * MIB, Math.max(MIB, heap / 20 / MIB * MIB));
        return new Budget(
                layout.totalBytes(),
                MemtableAllocation.HEAP_BUFFERS,
                memtables,
                0,
                keys,
                0,
                FILE_POOL_BYTES,
                Math.max(0, heap - memtables - keys),
                layout.journalBytes(),
                layout.nativeBytes(),
                layout.systemBytes());
    }

    private static void requireWhole(String name, long bytes) {
        requireNotNegative(name, bytes);
        if (bytes % MIB != 0)
            throw new IllegalArgumentException(
                    name + " must be in whole MiB, not " + bytes + " bytes");
    }

    private static void requireNotNegative(String name, long bytes) {
        if (bytes < 0)
            throw new IllegalArgumentException(name + " must be at least 0, not " + bytes);
    }

    /**
     * Checks that a node starts, and keeps running, with this split.
     *
     * @return this
     * @throws BudgetException if it does not: names the part and the missing amount
     */
    public Budget requireStartable() throws BudgetException {
        require(
                Part.HEAP,
                SMALLEST_HEAP_REST_BYTES,
                heapRestBytes,
                "with less, a node mostly collects garbage");
        require(
                Part.MEMTABLES_ON_HEAP,
                MIB,
                memtableHeapBytes,
                "Cassandra refuses a memtable_heap_space of 0");
        if (allocation.isOffHeap())
            require(
                    Part.MEMTABLES_OFF_HEAP,
                    MIB,
                    memtableOffheapBytes,
                    allocation + " stores the data of memtables there");
        require(
                Part.FILE_CACHE,
                FILE_POOL_BYTES,
                fileCacheBytes,
                "Cassandra reserves this much for buffers of reads and compactions");
        require(
                Part.PAGE_CACHE,
                SMALLEST_PAGE_CACHE_BYTES,
                pageCacheBytes(),
                "everything else takes %d of %d MiB"
                        .formatted(claimedBytes() / MIB, totalBytes / MIB));
        return this;
    }

    private static void require(Part part, long needed, long found, String why)
            throws BudgetException {
        if (found < needed) throw new BudgetException(part, needed, found, why);
    }

    /** Returns the heap size: {@code -Xms} and {@code -Xmx}. */
    public long heapBytes() {
        return memtableHeapBytes + keyCacheBytes + heapRestBytes;
    }

    /** Returns the limit of all memtables, on the heap and outside it. */
    public long memtableBytes() {
        return memtableHeapBytes + memtableOffheapBytes;
    }

    /** Returns the memory of the chunk cache. */
    public long chunkCacheBytes() {
        return Math.max(0, fileCacheBytes - FILE_POOL_BYTES);
    }

    /** Returns whether there is a chunk cache: {@code file_cache_enabled}. */
    public boolean hasChunkCache() {
        return chunkCacheBytes() > 0;
    }

    /** Returns network buffers, in direct memory: by default 1/16 of the heap, at most 128 MiB. */
    public long networkBytes() {
        return Math.min(LARGEST_NETWORK_BYTES, heapBytes() / 16 / MIB * MIB);
    }

    /**
     * Returns a limit of direct memory above all its known uses: {@code -XX:MaxDirectMemorySize}.
     * Memtables always count, because trie memtables keep objects in direct buffers too.
     */
    public long directBytes() {
        return roundedUp(
                fileCacheBytes
                        + networkBytes()
                        + memtableOffheapBytes
                        + journalBytes
                        + DIRECT_MARGIN_BYTES);
    }

    private static long roundedUp(long bytes) {
        return (bytes + MIB - 1) / MIB * MIB;
    }

    private long claimedBytes() {
        return heapBytes()
                + memtableOffheapBytes
                + rowCacheBytes
                + fileCacheBytes
                + networkBytes()
                + journalBytes
                + nativeBytes
                + systemBytes;
    }

    /** Returns the memory left to the page cache. Below 0 if there is too little. */
    public long pageCacheBytes() {
        return totalBytes - claimedBytes();
    }

    /** Returns the size of all read caches: chunk cache, key and row caches, page cache. */
    public long cacheBytes() {
        return chunkCacheBytes() + keyCacheBytes + rowCacheBytes + pageCacheBytes();
    }
}
