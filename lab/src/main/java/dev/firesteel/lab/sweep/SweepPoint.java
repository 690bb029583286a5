// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

/**
 * What came of one rate. Latencies count from when an operation was due.
 *
 * @param offeredPerSecond how many operations were due a second
 * @param achievedPerSecond how many succeeded a second, until the last of them had
 * @param variation the standard deviation of the rates of single seconds, over their mean
 * @param meanMicros the mean latency, in microseconds
 * @param p50Micros the median
 * @param p99Micros the 99th percentile
 * @param p999Micros the 99.9th percentile
 * @param maxMicros the longest
 * @param errors operations that failed
 */
public record SweepPoint(
        double offeredPerSecond,
        double achievedPerSecond,
        double variation,
        double meanMicros,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        double maxMicros,
        long errors) {
    /** Of what is due. */
    private static final double KEPT = 0.95;

    /** A tenth is what single seconds of a steady node differ by. */
    private static final double STEADY = 0.1;

    /** Whether the cluster has kept up with what was due. */
    public boolean isKept() {
        return achievedPerSecond >= KEPT * offeredPerSecond;
    }

    /** Whether it has, at the same rate throughout, and nothing failed. */
    public boolean isStable() {
        return isKept() && variation <= STEADY && errors == 0;
    }
}
