// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

/**
 * The requests of a host.
 *
 * @param reads the fraction of pages that are read, 0 to 1; the others are written
 * @param rate requests per second, 1 to 10^9, at the intervals of a Poisson process; 0 for a host
 *     that always has {@code depth} requests in the drive
 * @param depth the number of requests that the drive takes at a time, 1 to 65,536; more wait at the
 *     host, which counts towards their latency
 * @param flushEvery writes between two flushes; 0 for none
 */
public record HostLoad(double reads, double rate, int depth, int flushEvery) {
    private static final double LEAST_RATE = 1;
    private static final double MOST_RATE = 1e9;

    /** The longest queue of NVMe. */
    private static final int MOST_DEPTH = 65_536;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public HostLoad {
        if (!(reads >= 0 && reads <= 1))
            throw new IllegalArgumentException(
                    "the part of reads must lie between 0 and 1, not be " + reads);
        if (rate != 0 && !(rate >= LEAST_RATE && rate <= MOST_RATE))
            throw new IllegalArgumentException(
                    "the rate must be 1 to 10^9 requests a second, not " + rate);
        if (depth < 1 || depth > MOST_DEPTH)
            throw new IllegalArgumentException(
                    "the queue depth must be 1 to %,d, not %,d".formatted(MOST_DEPTH, depth));
        if (flushEvery < 0)
            throw new IllegalArgumentException(
                    "the writes between two flushes must be at least 0, not " + flushEvery);
    }

    /** Returns whether the host waits for the drive, and sends nothing at a rate of its own. */
    public boolean isClosed() {
        return rate == 0;
    }
}
