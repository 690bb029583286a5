// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import java.util.Locale;

/** Formats numbers of bytes for display. */
final class Bytes {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private Bytes() {}

    static String text(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        String form = value == Math.rint(value) ? "%.0f %s" : "%.1f %s";
        return String.format(Locale.ROOT, form, value, UNITS[unit]);
    }
}
