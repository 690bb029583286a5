// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.Locale;

/** Computes the marks of an axis. */
public final class AxisTicks {
    private AxisTicks() {}

    /**
     * Returns the distance between marks: 1, 2 or 5 times a power of ten, for about six marks.
     *
     * @param least the begin of the axis
     * @param most the value that it must reach
     */
    public static double step(double least, double most) {
        double rough = Math.max(1e-9, (most - least) / 6);
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (int times : new int[] {1, 2, 5}) if (rough <= times * power) return times * power;
        return 10 * power;
    }

    /** Formats a mark with as few digits as possible, at most three after the point. */
    public static String mark(double value) {
        return String.format(Locale.ROOT, "%.3f", value).replaceAll("\\.?0+$", "");
    }
}
