// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

/**
 * Rate and latencies of a drive.
 *
 * @param reads latencies of the reads that arrived during the measurement; likewise writes and
 *     flushes
 * @param completed reads and writes that completed during it
 * @param nanos its length, in nanoseconds of the drive's time
 * @param keepsUp whether the drive completed requests as fast as the host made them: at the last
 *     arrival no more than 1 % of the requests were open, or a tenth of them and 100. True for a
 *     host that waits for the drive.
 */
public record Timing(
        Latencies reads,
        Latencies writes,
        Latencies flushes,
        long completed,
        long nanos,
        boolean keepsUp) {
    static final double NANOS_PER_SECOND = 1e9;

    /**
     * Returns the reads and writes that completed per second of the drive's time; NaN if they took
     * no time.
     */
    public double opsPerSecond() {
        return nanos == 0 ? Double.NaN : completed * NANOS_PER_SECOND / nanos;
    }
}
