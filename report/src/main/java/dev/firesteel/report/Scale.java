// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.Locale;

/** The marks of an axis. */
public final class Scale {
    private Scale() {}

    /**
     * How far they are apart: 1, 2 or 5 times a power of ten, so that there are about six of them.
     *
     * @param least what the axis begins with
     * @param most what it has to reach
     */
    public static double step(double least, double most) {
        double rough = Math.max(1e-9, (most - least) / 6);
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (int times : new int[] {1, 2, 5}) if (rough <= times * power) return times * power;
        return 10 * power;
    }

    /** A mark in as few digits as it takes, at most three behind the point. */
    public static String mark(double value) {
        return String.format(Locale.ROOT, "%.3f", value).replaceAll("\\.?0+$", "");
    }
}
