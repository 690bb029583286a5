// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How long operations took, by the name of the operation. Used by one thread; {@link #add} merges
 * the threads' once they have ended.
 *
 * <p>An operation that was due before it could begin took from when it was due: what a stall delays
 * counts with the delay. How long clients were really busy is kept apart.
 */
final class Latencies {
    static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);
    static final int DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1_000;

    private final Map<String, Histogram> succeeded = new TreeMap<>();
    private final Map<String, Long> failed = new TreeMap<>();
    private int failuresInARow;
    private long busyNanos;

    /**
     * Takes note of an operation. Failures are counted, not timed.
     *
     * @param nanos from when it was due to its end
     * @param ownNanos from its beginning to its end
     */
    void record(String operation, long nanos, long ownNanos, boolean success) {
        if (success) {
            histogram(operation).recordValue(Math.min(nanos, HIGHEST_NANOS));
            busyNanos += ownNanos;
        } else failed.merge(operation, 1L, Long::sum);
        failuresInARow = success ? 0 : failuresInARow + 1;
    }

    /** How long all clients together were busy with operations that succeeded. */
    long busyNanos() {
        return busyNanos;
    }

    /** Operations that failed since the last that succeeded. */
    int failuresInARow() {
        return failuresInARow;
    }

    /** Takes over the measurements of another. */
    void add(Latencies other) {
        other.succeeded.forEach((operation, histogram) -> histogram(operation).add(histogram));
        other.failed.forEach((operation, count) -> failed.merge(operation, count, Long::sum));
        busyNanos += other.busyNanos;
    }

    /** Operations that failed. */
    long failedCount() {
        return failed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Every operation taken together. */
    OperationResult overall() {
        Histogram all = new Histogram(HIGHEST_NANOS, DIGITS);
        succeeded.values().forEach(all::add);
        return result(all, failedCount());
    }

    /** Each operation by its name. */
    Map<String, OperationResult> each() {
        Map<String, OperationResult> results = new TreeMap<>();
        failed.keySet().forEach(this::histogram);
        succeeded.forEach(
                (operation, histogram) ->
                        results.put(
                                operation, result(histogram, failed.getOrDefault(operation, 0L))));
        return results;
    }

    private Histogram histogram(String operation) {
        return succeeded.computeIfAbsent(operation, name -> new Histogram(HIGHEST_NANOS, DIGITS));
    }

    private static OperationResult result(Histogram histogram, long errors) {
        return new OperationResult(
                histogram.getTotalCount(),
                errors,
                histogram.getMean() / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(50) / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(99) / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(99.9) / NANOS_PER_MICRO,
                histogram.getMaxValue() / NANOS_PER_MICRO);
    }
}
