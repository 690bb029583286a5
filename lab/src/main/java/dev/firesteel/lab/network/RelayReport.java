// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

/**
 * Counts of a network since the last report.
 *
 * @param packets packets that have arrived
 * @param bytes their bytes
 * @param lost packets lost by chance, as asked for
 * @param dropped packets for which a queue was full
 * @param lateP50Micros the median of the time by which delayed packets arrived too late, in
 *     microseconds
 * @param lateP99Micros the 99th percentile
 */
public record RelayReport(
        long packets,
        long bytes,
        long lost,
        long dropped,
        double lateP50Micros,
        double lateP99Micros) {}
