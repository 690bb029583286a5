// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a size as data sheets give it: with decimals, in decimal units ({@code 1.92TB} is 1.92 x
 * 10^12 bytes) or binary ones ({@code 1.5GiB}).
 */
final class DriveSize {
    private static final Pattern TEXT =
            Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,15})?) *([A-Za-z]*)");
    private static final Map<String, Long> DECIMAL =
            Map.of("kb", 1_000L, "mb", 1_000_000L, "gb", 1_000_000_000L, "tb", 1_000_000_000_000L);
    private static final Map<String, Long> BINARY =
            Map.of("b", 1L, "kib", 1L << 10, "mib", 1L << 20, "gib", 1L << 30, "tib", 1L << 40);

    private final String key;
    private final String text;

    private DriveSize(String key, String text) {
        this.key = key;
        this.text = text;
    }

    /**
     * Reads the capacity of a drive.
     *
     * @param key for messages
     * @return bytes, rounded down
     * @throws IllegalArgumentException if it is no size
     */
    static long capacity(String key, String text) {
        return new DriveSize(key, text).bytes(false);
    }

    /**
     * Reads a size that the flash itself has, a power of two: only binary units are unambiguous.
     *
     * @param key for messages
     * @throws IllegalArgumentException if it is no size, or in a decimal unit
     */
    static long binary(String key, String text) {
        return new DriveSize(key, text).bytes(true);
    }

    private long bytes(boolean isBinary) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches())
            throw refused("is not a size: write a number and a unit, such as 64GiB or 1.92TB");
        BigDecimal count = new BigDecimal(parts.group(1));
        String unit = parts.group(2).toLowerCase(Locale.ROOT);
        Long factor = BINARY.get(unit);
        if (factor != null) return product(count, factor);
        Long decimal = DECIMAL.get(unit);
        if (decimal == null) throw withoutUnit(parts.group(1), unit);
        if (!isBinary) return product(count, decimal);
        throw new IllegalArgumentException(
                ("'%s=%s' is %,d B by its unit, and flash has sizes in powers of two: write '%s=%s%siB'"
                                + " for %,d B, or '%s=%dB'")
                        .formatted(
                                key,
                                text,
                                product(count, decimal),
                                key,
                                parts.group(1),
                                prefix(unit),
                                product(count, binaryFactor(unit)),
                                key,
                                product(count, decimal)));
    }

    private long product(BigDecimal count, long factor) {
        BigDecimal bytes = count.multiply(BigDecimal.valueOf(factor));
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0)
            throw new IllegalArgumentException("'%s=%s' is too large".formatted(key, text));
        return bytes.setScale(0, RoundingMode.DOWN).longValueExact();
    }

    private static String prefix(String unit) {
        return unit.substring(0, 1).toUpperCase(Locale.ROOT);
    }

    private static long binaryFactor(String decimalUnit) {
        return BINARY.getOrDefault(decimalUnit.charAt(0) + "ib", 1L);
    }

    private IllegalArgumentException withoutUnit(String number, String unit) {
        Long decimal = DECIMAL.get(unit + "b");
        if (unit.isEmpty())
            return refused("has no unit: for bytes write '%s=%sB'".formatted(key, number));
        if (decimal == null)
            return refused("has an unknown unit: write B, KiB, MiB, GiB, TiB, KB, MB, GB or TB");
        BigDecimal count = new BigDecimal(number);
        return refused(
                "has a unit of two meanings: write '%s=%s%siB' for %,d B, or '%s=%s%sB' for %,d B"
                        .formatted(
                                key,
                                number,
                                prefix(unit),
                                product(count, binaryFactor(unit)),
                                key,
                                number,
                                prefix(unit),
                                product(count, decimal)));
    }

    private IllegalArgumentException refused(String problem) {
        return new IllegalArgumentException("'%s=%s' %s".formatted(key, text, problem));
    }
}
