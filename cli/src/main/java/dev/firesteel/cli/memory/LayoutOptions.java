// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Size;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Layout;
import dev.firesteel.memory.MemtableAllocation;
import picocli.CommandLine.Option;

/** Options of a node's memory, and of its fixed part before the split. */
final class LayoutOptions {
    @Option(
            names = "--budget",
            paramLabel = "SIZE",
            defaultValue = "4GiB",
            converter = Size.Converter.class,
            description =
                    "The memory limit of a node, page cache included (default: ${DEFAULT-VALUE}).")
    Size budget = new Size(0);

    @Option(
            names = "--memtables",
            paramLabel = "TYPE",
            defaultValue = "heap_buffers",
            description =
                    "Allocation of memtables (default: ${DEFAULT-VALUE}): also offheap_buffers and"
                            + " offheap_objects, with half of them on the heap.")
    String memtables = "";

    @Option(
            names = "--chunk-cache",
            paramLabel = "PART",
            defaultValue = "0",
            description =
                    "Fraction of the cache memory for Cassandra's chunk cache, 0 to below 1"
                            + " (default: ${DEFAULT-VALUE}, all for the page cache).")
    double chunkCache;

    @Option(
            names = "--heap-rest",
            paramLabel = "SIZE",
            defaultValue = "512MiB",
            converter = Size.Converter.class,
            description =
                    "The heap besides memtables and the key cache, at least 256MiB (default:"
                            + " ${DEFAULT-VALUE}).")
    Size heapRest = new Size(0);

    @Option(
            names = "--key-cache",
            paramLabel = "SIZE",
            defaultValue = "50MiB",
            converter = Size.Converter.class,
            description =
                    "The key cache, which only SSTables of the format BIG use; 0B for none"
                            + " (default: ${DEFAULT-VALUE}).")
    Size keyCache = new Size(0);

    @Option(
            names = "--process",
            paramLabel = "SIZE",
            defaultValue = "300MiB",
            converter = Size.Converter.class,
            description =
                    "Further memory of the process (default: ${DEFAULT-VALUE}). Give more if nodes"
                            + " are killed for lack of memory.")
    Size process = new Size(0);

    /**
     * Returns the memory besides memtables and caches, as described in docs/lab/memory.md.
     *
     * @throws IllegalArgumentException if the options are invalid
     */
    Layout layout() {
        if (!(chunkCache >= 0 && chunkCache < 1))
            throw new IllegalArgumentException(
                    "--chunk-cache must be 0 to below 1, not " + chunkCache);
        MemtableAllocation allocation = MemtableAllocation.of(memtables);
        return new Layout(
                budget.bytes(),
                allocation,
                allocation.isOffHeap() ? 0.5 : 0,
                chunkCache,
                whole("--key-cache", keyCache),
                0,
                whole("--heap-rest", heapRest),
                2 * Budget.MIB,
                process.bytes(),
                0);
    }

    private static long whole(String option, Size size) {
        if (size.bytes() % Budget.MIB != 0)
            throw new IllegalArgumentException(
                    "%s must be in whole MiB, not %s".formatted(option, size.exact()));
        return size.bytes();
    }
}
