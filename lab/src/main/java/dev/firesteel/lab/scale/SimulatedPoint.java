// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

/**
 * Result of a simulated cluster.
 *
 * @param nodes the number of nodes
 * @param clients concurrent requests, for all nodes together
 * @param opsPerSecond operations a second
 * @param meanMicros the mean latency, in microseconds
 * @param p50Micros the median
 * @param p99Micros the 99th percentile
 * @param p999Micros the 99.9th percentile
 */
public record SimulatedPoint(
        int nodes,
        int clients,
        double opsPerSecond,
        double meanMicros,
        double p50Micros,
        double p99Micros,
        double p999Micros) {}
