// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.Arrays;

/**
 * How long durable writes took.
 *
 * @param depth how many were on their way at once
 * @param writes how many there were
 * @param medianNanos half of them took at most this long
 * @param p99Nanos 99 of 100 took at most this long
 * @param perSecond how many were done in a second
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

    /** The smallest that so many of a hundred do not exceed. */
    private static long rank(long[] sorted, int percent) {
        int rank = (int) ((sorted.length * (long) percent + 99) / 100);
        return sorted.length == 0 ? 0 : sorted[Math.max(0, rank - 1)];
    }
}
