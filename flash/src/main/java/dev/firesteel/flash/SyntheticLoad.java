// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Random overwrites of pages: a fraction of them, the hot pages, gets its own share of the writes.
 *
 * @param fraction the fraction of pages that is hot, above 0 and below 1
 * @param rate the fraction of writes to hot pages, above 0 and below 1
 */
public record SyntheticLoad(double fraction, double rate) {
    /** The same write rate for all pages. */
    public static final SyntheticLoad UNIFORM = new SyntheticLoad(0.5, 0.5);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public SyntheticLoad {
        requirePart("the fraction of hot pages", fraction);
        requirePart("the rate of their writes", rate);
    }

    private static void requirePart(String what, double value) {
        if (!(value > 0 && value < 1))
            throw new IllegalArgumentException(what + " must lie between 0 and 1, not be " + value);
    }

    /**
     * Reads {@code uniform} or {@code hotcold:FRACTION:RATE}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static SyntheticLoad of(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split(":", -1);
        if (parts[0].equals("uniform") && parts.length == 1) return UNIFORM;
        if (parts[0].equals("hotcold") && parts.length == 3)
            return new SyntheticLoad(number(text, parts[1]), number(text, parts[2]));
        throw unknown(text);
    }

    private static double number(String text, String part) {
        try {
            return Double.parseDouble(part);
        } catch (NumberFormatException e) {
            throw unknown(text);
        }
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException(
                "a workload must be uniform or hotcold:FRACTION:RATE, such as hotcold:0.1:0.9, not "
                        + text);
    }

    /** Returns whether all pages have the same write rate. */
    public boolean isUniform() {
        return fraction == rate;
    }

    /** Returns the number of hot pages: those with the lowest numbers. */
    int hotPages(int logicalPages) {
        return (int) Math.round(fraction * logicalPages);
    }

    /** Draws the next page. */
    int next(SplittableRandom random, int logicalPages, int hotPages) {
        return random.nextDouble() < rate
                ? random.nextInt(hotPages)
                : random.nextInt(hotPages, logicalPages);
    }
}
