// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Measured times of reads and writes on a machine, with several memory splits.
 *
 * @param machine description that distinguishes measurements
 * @param cassandra the release measured
 * @param workload description, such as YCSB's letter and the distribution of keys
 * @param layout the settings that all runs share
 * @param runs the measurements, in order
 */
public record Calibration(
        String machine, String cassandra, String workload, Layout layout, List<Run> runs) {

    /**
     * A memory split and its measured times.
     *
     * @param memtableBytes of memtables, on the heap and outside it, above 0
     * @param cacheBytes of caches ({@link Budget#cacheBytes}), above 0
     * @param readSeconds for a read, above 0; null if there were none
     * @param writeSeconds for a write, above 0; null if there were none
     * @param readPart the fraction of operations that were reads, 0 to 1; null if not recorded
     */
    public record Run(
            long memtableBytes,
            long cacheBytes,
            @Nullable Double readSeconds,
            @Nullable Double writeSeconds,
            @Nullable Double readPart) {
        public Run {
            if (memtableBytes <= 0 || cacheBytes <= 0)
                throw new IllegalArgumentException(
                        "memtableBytes and cacheBytes must be above 0, not "
                                + memtableBytes
                                + " and "
                                + cacheBytes);
            requireTime("readSeconds", readSeconds);
            requireTime("writeSeconds", writeSeconds);
            if (readPart != null && !(readPart >= 0 && readPart <= 1))
                throw new IllegalArgumentException("readPart must be 0 to 1, not " + readPart);
        }

        private static void requireTime(String name, @Nullable Double seconds) {
            if (seconds != null && !(seconds > 0 && Double.isFinite(seconds)))
                throw new IllegalArgumentException(name + " must be above 0, not " + seconds);
        }
    }

    public Calibration {
        runs = List.copyOf(runs);
    }

    /** Returns a copy with one more run. */
    public Calibration with(Run run) {
        List<Run> more = new ArrayList<>(runs);
        more.add(run);
        return new Calibration(machine, cassandra, workload, layout, more);
    }

    /** Returns the fraction of operations that were reads, 0 to 1, if every run has it. */
    public OptionalDouble readPart() {
        double sum = 0;
        for (Run each : runs) {
            if (each.readPart() == null) return OptionalDouble.empty();
            sum += each.readPart();
        }
        return runs.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum / runs.size());
    }

    /** Returns reads: MiB of caches, and seconds for one. */
    public List<Measurement> reads() {
        List<Measurement> reads = new ArrayList<>();
        for (Run each : runs)
            if (each.readSeconds() != null)
                reads.add(measurement(each.cacheBytes(), each.readSeconds()));
        return reads;
    }

    /** Returns writes: MiB of memtables, and seconds for one. */
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
