// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

/**
 * Result of one rate. Latencies start when an operation was due.
 *
 * @param offeredPerSecond the rate of operations due a second
 * @param achievedPerSecond successful operations a second, until the last of them ended
 * @param variation the standard deviation of the rates of single seconds, relative to their mean
 * @param meanMicros the mean latency, in microseconds
 * @param p50Micros the median
 * @param p99Micros the 99th percentile
 * @param p999Micros the 99.9th percentile
 * @param maxMicros the maximum
 * @param errors failed operations
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
    /** Share of the offered rate above which it counts as kept. */
    public static final double KEPT = 0.95;

    /** Variation of single seconds of a steady node. */
    private static final double STEADY = 0.1;

    /** Returns whether the cluster has kept up with the offered rate. */
    public boolean isKept() {
        return achievedPerSecond >= KEPT * offeredPerSecond;
    }

    /** Returns whether it has kept up, at a steady rate, and without failures. */
    public boolean isStable() {
        return isKept() && variation <= STEADY && errors == 0;
    }
}
