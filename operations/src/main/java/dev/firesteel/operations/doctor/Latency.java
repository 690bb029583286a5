// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.Arrays;

/**
 * The latency of durable writes.
 *
 * @param depth the number of writes in flight
 * @param writes the number of writes
 * @param medianNanos the median, by nearest rank
 * @param p99Nanos the 99th percentile, by nearest rank
 * @param perSecond the writes per second
 */
record Latency(int depth, int writes, long medianNanos, long p99Nanos, long perSecond) {
    static Latency of(int depth, long[] nanos, long elapsedNanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Latency(
                depth,
                sorted.length,
                rank(sorted, 50),
                rank(sorted, 99),
                sorted.length * 1_000_000_000L / Math.max(1, elapsedNanos));
    }

    /** Returns a percentile by nearest rank. */
    private static long rank(long[] sorted, int percent) {
        int rank = (int) ((sorted.length * (long) percent + 99) / 100);
        return sorted.length == 0 ? 0 : sorted[Math.max(0, rank - 1)];
    }
}
