// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

/** Calculates the variation of the rates of single seconds. Used by one thread at a time. */
final class Variation {
    private long seconds;
    private double sum;
    private double squares;
    private double pending = Double.NaN;

    /** Adds the rate of a second. The last one may be a partial second, and is excluded. */
    void add(double perSecond) {
        if (!Double.isNaN(pending)) {
            seconds++;
            sum += pending;
            squares += pending * pending;
        }
        pending = perSecond;
    }

    /**
     * Returns the standard deviation over the mean, without the last second; 0 if fewer than two.
     */
    double coefficient() {
        if (seconds < 2 || sum == 0) return 0;
        double mean = sum / seconds;
        double variance = (squares - seconds * mean * mean) / (seconds - 1);
        return Math.sqrt(Math.max(0, variance)) / mean;
    }
}
