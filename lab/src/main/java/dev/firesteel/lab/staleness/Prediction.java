// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

/**
 * What to expect of reads and writes.
 *
 * @param visibility after how long a read was sure to know of the write, in milliseconds from the
 *     end of the write (t-visibility: PBS, section 3.2)
 * @param readLatency in milliseconds, as its coordinator sees it
 * @param writeLatency likewise
 */
public record Prediction(
        Quorum quorum, Sample visibility, Sample readLatency, Sample writeLatency) {

    /**
     * The probability that a read is fresh.
     *
     * @param millis when it begins, counted from the end of the write
     */
    public double consistentAt(double millis) {
        return visibility.atMost(millis);
    }

    /** The standard error of {@link #consistentAt}, of a binomial share. */
    public double errorAt(double millis) {
        double consistent = consistentAt(millis);
        return Math.sqrt(consistent * (1 - consistent) / visibility.size());
    }
}
