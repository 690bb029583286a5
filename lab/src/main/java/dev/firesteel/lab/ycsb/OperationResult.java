// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

/**
 * How one kind of operation went.
 *
 * @param succeeded operations that succeeded
 * @param errors operations that failed
 * @param meanMicros the mean latency of those that succeeded, in microseconds
 * @param p50Micros their median, in microseconds
 * @param p99Micros their 99th percentile, in microseconds
 * @param p999Micros their 99.9th percentile, in microseconds
 * @param maxMicros the longest, in microseconds
 */
public record OperationResult(
        long succeeded,
        long errors,
        double meanMicros,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        double maxMicros) {}
