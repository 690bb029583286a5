// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a phase went.
 *
 * @param phase {@code load} or {@code run}
 * @param threads client threads
 * @param seconds from the first operation to the last
 * @param operations operations that succeeded
 * @param operationsPerSecond their rate
 * @param errors operations that failed
 * @param meanMicros the mean latency, in microseconds
 * @param p50Micros the median latency, in microseconds
 * @param p99Micros the 99th percentile, in microseconds
 * @param p999Micros the 99.9th percentile, in microseconds
 * @param maxMicros the longest, in microseconds
 * @param busySeconds how long all clients together were busy with operations that succeeded
 * @param each the same for each kind of operation
 * @param firstError why an operation failed, or an empty string
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
    /** Of operations, before figures say nothing. */
    private static final double TOLERATED = 0.01;

    /** Why nothing is to be made of these figures, in words; null if they count. */
    public @Nullable String failure() {
        long all = errors + operations;
        if (operations > 0 && errors <= TOLERATED * all) return null;
        return "%d of %d operations failed: %s".formatted(errors, all, firstError);
    }
}
