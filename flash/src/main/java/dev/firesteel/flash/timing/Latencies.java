// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import org.HdrHistogram.Histogram;

/** The latencies of requests, with three significant digits. */
public final class Latencies {
    private static final double NANOS_PER_MICRO = 1e3;

    private final Histogram histogram = new Histogram(3);
    private double sum;

    /**
     * Adds one.
     *
     * @param nanos at least 0
     */
    public void add(long nanos) {
        histogram.recordValue(nanos);
        sum += nanos;
    }

    /** Returns the number of requests. */
    public long count() {
        return histogram.getTotalCount();
    }

    /** Returns the exact mean, in microseconds; NaN if there was no request. */
    public double mean() {
        return count() == 0 ? Double.NaN : sum / count() / NANOS_PER_MICRO;
    }

    /**
     * Returns a percentile, in microseconds; NaN if there was no request.
     *
     * @param percentile 0 to 100
     */
    public double percentile(double percentile) {
        return count() == 0
                ? Double.NaN
                : histogram.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
    }
}
