// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured on a machine: how long reads and writes take with memory divided in some ways.
 *
 * @param machine in words, to tell measurements apart
 * @param cassandra the release that was measured
 * @param workload in words: YCSB's letter and the distribution of keys, say
 * @param layout what was the same in all of them
 * @param runs what was measured, in order
 */
public record Calibration(
        String machine, String cassandra, String workload, Layout layout, List<Run> runs) {

    /**
     * One division of memory, and what came of it.
     *
     * @param memtableBytes of memtables, on the heap and outside it, above 0
     * @param cacheBytes of caches ({@link Budget#cacheBytes}), above 0
     * @param readSeconds for a read, above 0; null if there were none
     * @param writeSeconds for a write, above 0; null if there were none
     */
    public record Run(
            long memtableBytes,
            long cacheBytes,
            @Nullable Double readSeconds,
            @Nullable Double writeSeconds) {
        public Run {
            if (memtableBytes <= 0 || cacheBytes <= 0)
                throw new IllegalArgumentException(
                        "memtableBytes and cacheBytes are above 0, not "
                                + memtableBytes
                                + " and "
                                + cacheBytes);
            requireTime("readSeconds", readSeconds);
            requireTime("writeSeconds", writeSeconds);
        }

        private static void requireTime(String name, @Nullable Double seconds) {
            if (seconds != null && !(seconds > 0 && Double.isFinite(seconds)))
                throw new IllegalArgumentException(name + " is above 0, not " + seconds);
        }
    }

    public Calibration {
        runs = List.copyOf(runs);
    }

    /** The same with one more run. */
    public Calibration with(Run run) {
        List<Run> more = new ArrayList<>(runs);
        more.add(run);
        return new Calibration(machine, cassandra, workload, layout, more);
    }

    /** Reads: MiB of caches, and seconds for one. */
    public List<Measurement> reads() {
        List<Measurement> reads = new ArrayList<>();
        for (Run each : runs)
            if (each.readSeconds() != null)
                reads.add(measurement(each.cacheBytes(), each.readSeconds()));
        return reads;
    }

    /** Writes: MiB of memtables, and seconds for one. */
    public List<Measurement> writes() {
        List<Measurement> writes = new ArrayList<>();
        for (Run each : runs)
            if (each.writeSeconds() != null)
                writes.add(measurement(each.memtableBytes(), each.writeSeconds()));
        return writes;
    }

    private static Measurement measurement(long bytes, double seconds) {
        return new Measurement((double) bytes / Budget.MIB, seconds);
    }
}
