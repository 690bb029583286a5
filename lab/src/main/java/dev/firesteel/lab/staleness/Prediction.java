// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

/**
 * Predicted visibility and latencies of reads and writes.
 *
 * @param visibility time after the end of a write from which a read is sure to return it, in
 *     milliseconds (t-visibility: PBS, section 3.2)
 * @param readLatency in milliseconds, measured at its coordinator
 * @param writeLatency likewise
 */
public record Prediction(
        Quorum quorum, Sample visibility, Sample readLatency, Sample writeLatency) {

    /**
     * Returns the probability that a read is fresh.
     *
     * @param millis its start, counted from the end of the write
     */
    public double consistentAt(double millis) {
        return visibility.atMost(millis);
    }

    /** Returns the standard error of {@link #consistentAt}, of a binomial share. */
    public double errorAt(double millis) {
        double consistent = consistentAt(millis);
        return Math.sqrt(consistent * (1 - consistent) / visibility.size());
    }
}
