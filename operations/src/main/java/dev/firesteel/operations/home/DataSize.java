// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A size in {@code cassandra.yaml}, with the units and bounds of Cassandra's DataStorageSpec. The
 * parser creates the subclasses from text, or from the plain number of an older key.
 */
abstract class DataSize {
    private static final Pattern FORM = Pattern.compile("^(\\d+)(GiB|MiB|KiB|B)$");

    /** The units, each 1024 times the one before. */
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");

    private final int unit;
    private final long count;

    private DataSize(String text, String least) {
        Matcher form = FORM.matcher(text);
        int leastUnit = UNITS.indexOf(least);
        // Like Cassandra's: it ignores a line break at the end.
        if (!form.find() || UNITS.indexOf(form.group(2)) < leastUnit)
            throw new IllegalArgumentException(
                    "write a whole number and a unit of "
                            + UNITS.subList(leastUnit, UNITS.size())
                            + ", without a blank");
        unit = leastUnit;
        count = scaled(form.group(1), 10 * (UNITS.indexOf(form.group(2)) - leastUnit));
    }

    private DataSize(int count, String least) {
        if (count < 0 || count == Integer.MAX_VALUE)
            throw new IllegalArgumentException("it is out of range");
        this.count = count;
        unit = UNITS.indexOf(least);
    }

    private static long scaled(String digits, int shift) {
        try {
            long scaled = Math.multiplyExact(Long.parseLong(digits), 1L << shift);
            if (scaled < Integer.MAX_VALUE) return scaled;
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException("it is too large", e);
        }
        throw new IllegalArgumentException("it is too large");
    }

    final long bytes() {
        return count << (10 * unit);
    }

    /** A size in whole MiB. */
    static final class Mebibytes extends DataSize {
        Mebibytes(String text) {
            super(text, "MiB");
        }

        Mebibytes(int count) {
            super(count, "MiB");
        }
    }

    /** A size in whole KiB. */
    static final class Kibibytes extends DataSize {
        Kibibytes(String text) {
            super(text, "KiB");
        }

        Kibibytes(int count) {
            super(count, "KiB");
        }
    }
}
