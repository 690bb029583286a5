// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.firesteel.memory.BudgetException.Part;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final long MIB = Budget.MIB;
    private static final long SEEDS = Long.getLong("firesteel.seeds", 2_000); // owns settings

    /** 4 GiB, 512 MiB of the heap for the rest, 100 MiB of keys; native and system 300 MiB each. */
    private static Layout layout(
            long totalMiB, MemtableAllocation allocation, double offheap, double fileCache) {
        return new Layout(
                totalMiB * MIB,
                allocation,
                offheap,
                fileCache,
                100 * MIB,
                0,
                512 * MIB,
                2 * MIB,
                300 * MIB,
                300 * MIB);
    }

    private static Layout onHeap(long totalMiB) {
        return layout(totalMiB, MemtableAllocation.HEAP_BUFFERS, 0, 0);
    }

    @Test
    void everythingThatIsNotClaimedIsPageCache() throws BudgetException {
        Budget budget = onHeap(4096).budget(412 * MIB);
        assertThat(budget.heapBytes()).isEqualTo((412 + 100 + 512) * MIB);
        assertThat(budget.networkBytes()).isEqualTo(64 * MIB);
        assertThat(budget.pageCacheBytes())
                .isEqualTo((4096 - 1024 - 64 - 32 - 2 - 300 - 300) * MIB);
        assertThat(budget.cacheBytes()).isEqualTo(budget.pageCacheBytes() + 100 * MIB);
        assertThat(budget.directBytes()).isEqualTo((32 + 64 + 2 + 128) * MIB);
        assertThat(budget.hasChunkCache()).isFalse();
    }

    @Test
    void memtablesOutsideTheHeapAndAChunkCacheAreDirectMemory() throws BudgetException {
        Budget budget =
                layout(4096, MemtableAllocation.OFFHEAP_OBJECTS, 0.75, 0.25).budget(400 * MIB);
        assertThat(budget.memtableOffheapBytes()).isEqualTo(300 * MIB);
        assertThat(budget.memtableHeapBytes()).isEqualTo(100 * MIB);
        assertThat(budget.hasChunkCache()).isTrue();
        long shared = budget.pageCacheBytes() + budget.fileCacheBytes();
        assertThat(budget.fileCacheBytes()).isEqualTo(shared / 4 / MIB * MIB);
        assertThat(budget.chunkCacheBytes()).isEqualTo(budget.fileCacheBytes() - 32 * MIB);
        assertThat(budget.directBytes()).isGreaterThan(budget.fileCacheBytes() + 300 * MIB);
    }

    @Test
    void networkBuffersStopAt128MiB() throws BudgetException {
        assertThat(onHeap(16_384).budget(4096 * MIB).networkBytes()).isEqualTo(128 * MIB);
    }

    private static BudgetException refused(Layout layout, long memtableBytes) {
        return catchThrowableOfType(BudgetException.class, () -> layout.budget(memtableBytes));
    }

    @Test
    void whatIsMissingForANodeThatStartsIsSaid() {
        BudgetException small = refused(onHeap(1024), 64 * MIB);
        assertThat(small.part()).isEqualTo(Part.PAGE_CACHE);
        assertThat(small.missingBytes()).isEqualTo((676 + 42 + 32 + 602 + 64 - 1024) * MIB);
        assertThat(small)
                .hasMessage(
                        "392 MiB are missing for the page cache: it needs at least 64 MiB, and"
                                + " gets none; everything else takes 1352 of 1024 MiB");
        BudgetException none = refused(onHeap(4096), MIB / 2);
        assertThat(none.part()).isEqualTo(Part.MEMTABLES_ON_HEAP);
        assertThat(none)
                .hasMessage(
                        "1 MiB is missing for memtables on the heap: it needs at least 1 MiB, and"
                                + " gets none; Cassandra refuses a memtable_heap_space of 0");
        assertThat(refused(layout(4096, MemtableAllocation.OFFHEAP_OBJECTS, 0.01, 0), 9 * MIB))
                .returns(Part.MEMTABLES_OFF_HEAP, BudgetException::part);
        Layout noHeap =
                new Layout(
                        4096 * MIB,
                        MemtableAllocation.HEAP_BUFFERS,
                        0,
                        0,
                        0,
                        0,
                        200 * MIB,
                        0,
                        0,
                        0);
        assertThat(refused(noHeap, 64 * MIB)).returns(Part.HEAP, BudgetException::part);
    }

    @Test
    void aFileCacheSmallerThanItsPoolOfBuffersIsRefused() {
        Budget budget =
                new Budget(
                        4096 * MIB,
                        MemtableAllocation.HEAP_BUFFERS,
                        64 * MIB,
                        0,
                        0,
                        0,
                        31 * MIB,
                        512 * MIB,
                        0,
                        0,
                        0);
        assertThatThrownBy(budget::requireStartable)
                .isInstanceOf(BudgetException.class)
                .hasMessageStartingWith("1 MiB is missing for file buffers (file_cache_size)");
    }

    @Test
    void partsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> layout(4096, MemtableAllocation.HEAP_BUFFERS, 0.5, 0))
                .hasMessageContaining("offheapShare");
        assertThatThrownBy(() -> layout(4096, MemtableAllocation.OFFHEAP_BUFFERS, 0, 0))
                .hasMessageContaining("offheapShare");
        assertThatThrownBy(() -> layout(4096, MemtableAllocation.HEAP_BUFFERS, 0, 1))
                .hasMessageContaining("fileCacheShare");
        assertThatThrownBy(() -> MemtableAllocation.of("heap"))
                .hasMessage(
                        "the allocation of memtables must be heap_buffers, offheap_buffers,"
                                + " offheap_objects, not heap");
    }

    /**
     * Draws random layouts: the parts must sum to all of the memory, and the range's ends must be
     * exact.
     */
    @Test
    void allOfTheMemoryIsSomewhereAndTheLargestMemtableIsTheLargest() throws BudgetException {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Layout layout = random(random);
            long smallest = layout.smallestMemtableBytes();
            long largest = layout.largestMemtableBytes();
            Budget budget = layout.budget(random.nextLong(smallest, largest + 1));
            String which = "seed " + seed + ": " + layout;
            assertThat(
                            budget.heapBytes()
                                    + budget.memtableOffheapBytes()
                                    + budget.networkBytes()
                                    + Budget.FILE_POOL_BYTES
                                    + budget.journalBytes()
                                    + budget.nativeBytes()
                                    + budget.systemBytes()
                                    + budget.cacheBytes()
                                    - budget.keyCacheBytes())
                    .as(which)
                    .isEqualTo(layout.totalBytes());
            assertThat(budget.heapBytes()).as(which).isLessThanOrEqualTo(31_744 * MIB);
            boolean isHeapFull = layout.budget(largest).heapBytes() > 31_744 * MIB - 2 * MIB;
            if (!isHeapFull)
                assertThat(refused(layout, largest + 4 * MIB))
                        .as(which)
                        .returns(Part.PAGE_CACHE, BudgetException::part);
        }
    }

    private static Layout random(SplittableRandom random) {
        List<MemtableAllocation> allocations = List.of(MemtableAllocation.values());
        MemtableAllocation allocation = allocations.get(random.nextInt(allocations.size()));
        return new Layout(
                random.nextLong(2048, 200_000) * MIB,
                allocation,
                allocation.isOffHeap() ? random.nextDouble(0.05, 0.95) : 0,
                random.nextBoolean() ? 0 : random.nextDouble(0, 0.9),
                random.nextLong(0, 100) * MIB,
                random.nextLong(0, 100) * MIB,
                random.nextLong(256, 600) * MIB,
                random.nextLong(0, 8 * MIB),
                random.nextLong(0, 300 * MIB),
                random.nextLong(0, 300 * MIB));
    }
}
