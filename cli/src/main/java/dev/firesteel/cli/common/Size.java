// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of bytes, written in Cassandra's units: {@code 32MiB}, {@code 4GiB}.
 *
 * @param bytes at least 0
 */
public record Size(long bytes) {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,12})(B|KiB|MiB|GiB|TiB)");
    private static final Map<String, Integer> SHIFTS =
            Map.of("B", 0, "KiB", 10, "MiB", 20, "GiB", 30, "TiB", 40);

    /** Parses a size, such as 4GiB. */
    public static Size parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) throw refused(text);
        long count = Long.parseLong(parts.group(1));
        int shift = SHIFTS.getOrDefault(parts.group(2), 0);
        if (count > Long.MAX_VALUE >> shift)
            throw new IllegalArgumentException("'%s' is too large".formatted(text));
        return new Size(count << shift);
    }

    /**
     * Returns the size in the largest unit of at least one; with two decimals, truncated, unless
     * whole.
     */
    @Override
    public String toString() {
        String unit = "B";
        for (String candidate : new String[] {"KiB", "MiB", "GiB", "TiB"})
            if (bytes >>> SHIFTS.getOrDefault(candidate, 0) > 0) unit = candidate;
        double count = (double) bytes / (1L << SHIFTS.getOrDefault(unit, 0));
        return count == Math.rint(count)
                ? (long) count + unit
                : String.format(Locale.ROOT, "%.2f%s", Math.floor(count * 100) / 100, unit);
    }

    /** Returns the size in the largest unit that divides it, as {@link #parse} accepts it. */
    public String exact() {
        String unit = "B";
        for (String candidate : new String[] {"KiB", "MiB", "GiB", "TiB"})
            if (bytes > 0 && bytes % (1L << SHIFTS.getOrDefault(candidate, 0)) == 0)
                unit = candidate;
        return (bytes >> SHIFTS.getOrDefault(unit, 0)) + unit;
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException(
                "'"
                        + text
                        + "' is not a size, such as 4GiB: a whole number and B, KiB, MiB, GiB or TiB");
    }

    /** Converts option values. */
    public static final class Converter implements ITypeConverter<Size> {
        @Override
        public Size convert(String text) {
            try {
                return parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
