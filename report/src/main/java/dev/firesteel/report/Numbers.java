// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats numbers for display. */
public final class Numbers {
    private static final double HUNDRED = 100;

    private Numbers() {}

    /** Formats with three digits or more; a dash for infinity and NaN. */
    public static String text(double value) {
        return text(value, null);
    }

    /**
     * Formats with three digits or more, and at least the decimals of another number; whole numbers
     * without decimals.
     *
     * @param printed the other; null if there is none
     */
    public static String text(double value, @Nullable Double printed) {
        if (!Double.isFinite(value)) return "-";
        double size = Math.abs(value);
        int decimals = size >= HUNDRED || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
        if (value == Math.rint(value)) decimals = 0;
        if (printed != null) decimals = Math.max(decimals, shortest(printed).scale());
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** Formats with all digits and no trailing zeros, for cases where the last one matters. */
    public static String exact(double value) {
        return shortest(value).toPlainString();
    }

    private static BigDecimal shortest(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros();
    }
}
