// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

/**
 * How many reads knew of the write before them, of those that were to begin so long after it.
 *
 * @param delayMillis when they were to begin, in milliseconds after the end of the write
 * @param meanMillis when they did, on average
 * @param trials how many there were
 * @param fresh the part that knew, 0 to 1
 * @param low the lower end of its 95 % interval (Wilson's)
 * @param high the upper end
 * @param predicted the part that should have known by the latencies that the cluster has shown
 * @param tracedTrials how many more there were that were traced
 * @param tracedFresh the part of these that knew, 0 to 1; 0 if there were none
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
