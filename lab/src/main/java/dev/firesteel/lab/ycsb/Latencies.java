// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Latencies by operation. Used by one thread; {@link #add} merges those of several threads once
 * they have ended.
 *
 * <p>The latency of an operation starts when it was due, even if it began later: delays of a stall
 * count. The busy time of clients is counted separately.
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
     * Records an operation. Failures are counted, not timed.
     *
     * @param nanos from its due time to its end
     * @param ownNanos from its beginning to its end
     */
    void record(String operation, long nanos, long ownNanos, boolean success) {
        if (success) {
            histogram(operation).recordValue(Math.min(nanos, HIGHEST_NANOS));
            busyNanos += ownNanos;
        } else failed.merge(operation, 1L, Long::sum);
        failuresInARow = success ? 0 : failuresInARow + 1;
    }

    /** Returns the total time of successful operations of all clients. */
    long busyNanos() {
        return busyNanos;
    }

    /** Returns the number of failures since the last success. */
    int failuresInARow() {
        return failuresInARow;
    }

    /** Adds the measurements of another. */
    void add(Latencies other) {
        other.succeeded.forEach((operation, histogram) -> histogram(operation).add(histogram));
        other.failed.forEach((operation, count) -> failed.merge(operation, count, Long::sum));
        busyNanos += other.busyNanos;
    }

    /** Returns the number of failed operations. */
    long failedCount() {
        return failed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the result of all operations together. */
    OperationResult overall() {
        Histogram all = new Histogram(HIGHEST_NANOS, DIGITS);
        succeeded.values().forEach(all::add);
        return result(all, failedCount());
    }

    /** Returns the result of each operation by its name. */
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
