// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

/**
 * Result of one kind of operation.
 *
 * @param succeeded successful operations
 * @param errors failed operations
 * @param meanMicros the mean latency of successful operations, in microseconds
 * @param p50Micros their median, in microseconds
 * @param p99Micros their 99th percentile, in microseconds
 * @param p999Micros their 99.9th percentile, in microseconds
 * @param maxMicros the maximum, in microseconds
 */
public record OperationResult(
        long succeeded,
        long errors,
        double meanMicros,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        double maxMicros) {}
