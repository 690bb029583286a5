// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

/**
 * How one kind of operation went.
 *
 * @param succeeded operations that succeeded
 * @param errors operations that failed
 * @param p50Micros the median latency of those that succeeded, in microseconds
 * @param p99Micros their 99th percentile, in microseconds
 */
public record OperationResult(long succeeded, long errors, double p50Micros, double p99Micros) {}
