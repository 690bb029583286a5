// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

/** How much the rates of single seconds differ. Added to and asked by one thread at a time. */
final class Variation {
    private long seconds;
    private double sum;
    private double squares;
    private double pending = Double.NaN;

    /** Takes note of a second; of the last one it is not known whether it was a whole one. */
    void add(double perSecond) {
        if (!Double.isNaN(pending)) {
            seconds++;
            sum += pending;
            squares += pending * pending;
        }
        pending = perSecond;
    }

    /** The standard deviation over the mean, of all seconds but the last; 0 of fewer than two. */
    double coefficient() {
        if (seconds < 2 || sum == 0) return 0;
        double mean = sum / seconds;
        double variance = (squares - seconds * mean * mean) / (seconds - 1);
        return Math.sqrt(Math.max(0, variance)) / mean;
    }
}
