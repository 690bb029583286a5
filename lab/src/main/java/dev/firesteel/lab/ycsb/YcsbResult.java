// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of a phase.
 *
 * @param phase {@code load} or {@code run}
 * @param threads client threads
 * @param seconds from the first operation to the last
 * @param operations successful operations
 * @param operationsPerSecond their rate
 * @param errors failed operations
 * @param meanMicros the mean latency, in microseconds
 * @param p50Micros the median latency, in microseconds
 * @param p99Micros the 99th percentile, in microseconds
 * @param p999Micros the 99.9th percentile, in microseconds
 * @param maxMicros the maximum, in microseconds
 * @param busySeconds the total time of successful operations of all clients
 * @param each the same for each kind of operation
 * @param firstError an error of an operation, or an empty string
 */
public record YcsbResult(
        String phase,
        int threads,
        double seconds,
        long operations,
        double operationsPerSecond,
        long errors,
        double meanMicros,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        double maxMicros,
        double busySeconds,
        Map<String, OperationResult> each,
        String firstError) {
    /** Share of failed operations above which figures are invalid. */
    private static final double TOLERATED = 0.01;

    /** Returns why the figures are invalid, in words; null if they are valid. */
    public @Nullable String failure() {
        long all = errors + operations;
        if (operations > 0 && errors <= TOLERATED * all) return null;
        return "%d of %d operations failed: %s".formatted(errors, all, firstError);
    }
}
