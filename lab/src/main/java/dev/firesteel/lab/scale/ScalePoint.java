// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

/**
 * What one cluster did.
 *
 * @param round from 1
 * @param nodes how many there were
 * @param clients requests at once, for all nodes together
 * @param opsPerSecond operations that succeeded, a second
 * @param meanMicros the mean latency, in microseconds
 * @param p50Micros the median
 * @param p99Micros the 99th percentile
 * @param p999Micros the 99.9th percentile
 * @param errors operations that failed
 * @param nodeMicrosPerOp processor time of all nodes together for an operation
 * @param usedCores processors that a node used, on average
 * @param loneMicros the mean latency of one client alone, before nodes were limited
 * @param isSettled whether the rate had settled when nodes were limited
 * @param machineBusy how much of the machine's processors was used, 0 to 1
 */
public record ScalePoint(
        int round,
        int nodes,
        int clients,
        double opsPerSecond,
        double meanMicros,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        long errors,
        double nodeMicrosPerOp,
        double usedCores,
        double loneMicros,
        boolean isSettled,
        double machineBusy) {}
