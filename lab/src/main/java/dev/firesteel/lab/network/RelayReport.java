// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

/**
 * Counts of a network since the last report.
 *
 * @param packets packets that have arrived
 * @param bytes their bytes
 * @param lost packets lost by chance, as asked for
 * @param dropped packets for which a queue was full: of a port, of this program, or of the kernel
 * @param lateP50Micros the median of the time by which delayed packets arrived too late, in
 *     microseconds
 * @param lateP99Micros the 99th percentile
 * @param longestUnreadMicros the longest time for which a packet may have waited to be read, before
 *     its delay began
 */
public record RelayReport(
        long packets,
        long bytes,
        long lost,
        long dropped,
        double lateP50Micros,
        double lateP99Micros,
        double longestUnreadMicros) {}
