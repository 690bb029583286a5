// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/**
 * One measurement.
 *
 * @param round its round, from 1
 * @param mode the mode
 * @param clients client threads
 * @param seconds how long it took
 * @param operationsPerSecond rows of 10 x 100 bytes inserted, a second
 * @param p50Micros the median latency, in microseconds
 * @param p99Micros the 99th percentile, in microseconds
 * @param errors inserts that failed
 */
public record Measurement(
        int round,
        Mode mode,
        int clients,
        double seconds,
        double operationsPerSecond,
        double p50Micros,
        double p99Micros,
        long errors) {}
