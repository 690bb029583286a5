// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

/**
 * The fixed part of a {@link Budget}: all but the split between memtables and caches (formula 8 of
 * Wang et al.: everything but those two is constant). Bytes unless stated otherwise.
 *
 * @param totalBytes all memory, above 0
 * @param allocation where memtables are allocated
 * @param offheapShare the fraction of memtables' memory outside the heap, above 0 and below 1; 0
 *     with {@link MemtableAllocation#HEAP_BUFFERS}
 * @param fileCacheShare the fraction of cache memory, except the key and row caches, that goes to
 *     {@code file_cache_size}, 0 to below 1; 0 for no chunk cache
 * @param keyCacheBytes see {@link Budget}; whole MiB
 * @param rowCacheBytes see {@link Budget}; whole MiB
 * @param heapRestBytes see {@link Budget}; whole MiB
 * @param journalBytes see {@link Budget}
 * @param nativeBytes see {@link Budget}
 * @param systemBytes see {@link Budget}
 */
public record Layout(
        long totalBytes,
        MemtableAllocation allocation,
        double offheapShare,
        double fileCacheShare,
        long keyCacheBytes,
        long rowCacheBytes,
        long heapRestBytes,
        long journalBytes,
        long nativeBytes,
        long systemBytes) {
    public Layout {
        if (!(fileCacheShare >= 0 && fileCacheShare < 1))
            throw new IllegalArgumentException(
                    "fileCacheShare must be 0 to below 1, not " + fileCacheShare);
        boolean isShared = offheapShare > 0 && offheapShare < 1;
        if (allocation.isOffHeap() ? !isShared : offheapShare != 0)
            throw new IllegalArgumentException(
                    "offheapShare must be above 0 and below 1, and 0 with heap_buffers, not "
                            + offheapShare
                            + " with "
                            + allocation);
    }

    /** Returns the same layout for another machine. */
    public Layout withTotal(long bytes) {
        return new Layout(
                bytes,
                allocation,
                offheapShare,
                fileCacheShare,
                keyCacheBytes,
                rowCacheBytes,
                heapRestBytes,
                journalBytes,
                nativeBytes,
                systemBytes);
    }

    /**
     * Splits memory with about this size for memtables, in whole MiB on the heap and outside it.
     *
     * @throws BudgetException if no node could start with it
     */
    public Budget budget(long memtableBytes) throws BudgetException {
        return divided(memtableBytes).requireStartable();
    }

    private Budget divided(long memtableBytes) {
        long offheap = wholeMiB(memtableBytes * offheapShare);
        long onHeap = (memtableBytes - offheap) / Budget.MIB * Budget.MIB;
        Budget smallest = withFileCache(onHeap, offheap, Budget.FILE_POOL_BYTES);
        double shared = smallest.pageCacheBytes() + smallest.fileCacheBytes();
        long fileCache = Math.max(Budget.FILE_POOL_BYTES, wholeMiB(shared * fileCacheShare));
        return withFileCache(onHeap, offheap, fileCache);
    }

    private Budget withFileCache(long onHeap, long offheap, long fileCache) {
        return new Budget(
                totalBytes,
                allocation,
                onHeap,
                offheap,
                keyCacheBytes,
                rowCacheBytes,
                fileCache,
                heapRestBytes,
                journalBytes,
                nativeBytes,
                systemBytes);
    }

    private static long wholeMiB(double bytes) {
        long mebibytes = (long) (Math.max(0, bytes) / Budget.MIB);
        return mebibytes * Budget.MIB;
    }

    /** Returns the smallest memtables of a node: 1 MiB on the heap, and 1 MiB outside it. */
    public long smallestMemtableBytes() {
        if (!allocation.isOffHeap()) return Budget.MIB;
        double scarcer = Math.min(offheapShare, 1 - offheapShare);
        return (long) Math.ceil(1 / scarcer) * Budget.MIB;
    }

    /**
     * Returns the largest possible size of memtables: the page cache keeps its minimum, and the
     * heap is no larger than {@link Budget#LARGEST_HEAP_BYTES}.
     *
     * @throws BudgetException if even the smallest does not fit
     */
    public long largestMemtableBytes() throws BudgetException {
        long low = smallestMemtableBytes() / Budget.MIB;
        var unused = budget(low * Budget.MIB);
        long high = totalBytes / Budget.MIB;
        while (low < high) {
            long middle = (low + high + 1) / 2;
            if (isPossible(middle * Budget.MIB)) low = middle;
            else high = middle - 1;
        }
        return low * Budget.MIB;
    }

    private boolean isPossible(long memtableBytes) {
        Budget budget = divided(memtableBytes);
        return budget.heapBytes() <= Budget.LARGEST_HEAP_BYTES
                && budget.pageCacheBytes() >= Budget.SMALLEST_PAGE_CACHE_BYTES;
    }
}
