// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.Locale;

/** Formats numbers for messages. */
final class Quantity {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Quantity() {}

    /** Returns a size such as 512B, 4KiB, 1.5GiB. */
    static String bytes(long bytes) {
        double count = bytes;
        int unit = 0;
        while (count >= 1024 && unit < UNITS.length - 1) {
            count /= 1024;
            unit++;
        }
        return decimal(count) + UNITS[unit];
    }

    /** Returns a time such as 85us, 1.2ms, 3s. */
    static String time(long nanos) {
        double micros = nanos / 1e3;
        if (micros < 1000) return decimal(micros) + "us";
        return micros < 1e6 ? decimal(micros / 1e3) + "ms" : decimal(micros / 1e6) + "s";
    }

    /** Returns three significant digits, or all before the decimal point. */
    private static String decimal(double count) {
        if (count >= 100 || count == Math.rint(count)) return Long.toString(Math.round(count));
        String text = String.format(Locale.ROOT, count >= 10 ? "%.1f" : "%.2f", count);
        return text.replaceAll("\\.?0+$", "");
    }
}
