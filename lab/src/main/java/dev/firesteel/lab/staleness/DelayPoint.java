// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

/**
 * Share of fresh reads among those with the same intended delay after the write.
 *
 * @param delayMillis intended start of the reads, in milliseconds after the end of the write
 * @param meanMillis their actual start, on average
 * @param trials the number of reads
 * @param fresh the share that returned the write, 0 to 1
 * @param low the lower end of its 95 % interval (Wilson's)
 * @param high the upper end
 * @param predicted the share predicted by the latencies of the cluster
 * @param tracedTrials the number of additional reads that were traced
 * @param tracedFresh the share of fresh reads among these, 0 to 1; 0 if there were none
 */
public record DelayPoint(
        double delayMillis,
        double meanMillis,
        int trials,
        double fresh,
        double low,
        double high,
        double predicted,
        int tracedTrials,
        double tracedFresh) {}
