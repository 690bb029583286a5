// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Fraction;
import dev.firesteel.flash.replay.DriveSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a drive: {@code size=64GiB,spare=0.07,block=8MiB}, or {@code size=1.92TB,spare=7%,...}. */
final class DriveText implements ITypeConverter<DriveSpec> {
    private static final String EXAMPLE = "size=64GiB,spare=0.07,block=8MiB";
    private static final long LARGEST_PAGE_BYTES = 1 << 30;
    private static final int SECTOR_BYTES = 512;
    private static final int PERCENT = 100;
    private static final List<String> KEYS = List.of("size", "spare", "block", "page", "reserve");

    @Override
    public DriveSpec convert(String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static DriveSpec parse(String text) {
        Map<String, String> values = values(text);
        String page = values.getOrDefault("page", "4KiB");
        long pageBytes = DriveSize.binary("page", page);
        if (pageBytes > LARGEST_PAGE_BYTES)
            throw new IllegalArgumentException("'page' must be at most 1GiB");
        if (pageBytes % SECTOR_BYTES != 0)
            throw new IllegalArgumentException(
                    "'page=%s' is not a whole number of sectors of 512 B".formatted(page));
        return new DriveSpec(
                DriveSize.capacity("size", required(values, "size")),
                spare(required(values, "spare")),
                DriveSize.binary("block", required(values, "block")),
                (int) pageBytes,
                reserve(values.getOrDefault("reserve", "1")));
    }

    private static Map<String, String> values(String text) {
        Map<String, String> values = new HashMap<>();
        String before = "";
        for (String part : text.split(",", -1)) {
            String[] pair = part.strip().split(" *= *", 2);
            if (pair.length < 2 || !KEYS.contains(pair[0])) throw unknown(before, part.strip());
            if (values.put(pair[0], pair[1]) != null)
                throw new IllegalArgumentException("'" + pair[0] + "' is given twice");
            before = part.strip();
        }
        return values;
    }

    private static IllegalArgumentException unknown(String before, String part) {
        if (part.isEmpty() && !before.isEmpty())
            return new IllegalArgumentException(
                    "there is nothing after '%s,': write the drive without blanks, or in quotes"
                            .formatted(before));
        if (before.matches(".*[0-9]") && part.matches("[0-9]+ *[A-Za-z%]*"))
            return new IllegalArgumentException(
                    "'%s,%s' has a comma in its number: write a point, '%s.%s'%s"
                            .formatted(before, part, before, part, grouped(before, part)));
        return new IllegalArgumentException(
                "'%s' is not one of %s: write '%s'"
                        .formatted(part, "size=, spare=, block=, page=, reserve=", EXAMPLE));
    }

    /** Returns the other reading of a comma before three digits. */
    private static String grouped(String before, String part) {
        return part.matches("[0-9]{3} *[A-Za-z%]*") && !before.matches(".*=0")
                ? ", or nothing between thousands, '%s%s'".formatted(before, part)
                : "";
    }

    private static String required(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null)
            throw new IllegalArgumentException("'" + key + "' is missing: write '" + EXAMPLE + "'");
        return value;
    }

    private static double spare(String text) {
        double spare;
        try {
            spare = Fraction.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "spare must be a number such as 0.07 or 7%, not '" + text + "'", e);
        }
        if (spare >= 1 && spare < PERCENT && !text.contains("%"))
            throw new IllegalArgumentException(
                    "the spare factor must lie between 0 and 1, not be %s: for %s percent write 'spare=%s%%'"
                            .formatted(spare, text, text));
        return spare;
    }

    private static int reserve(String text) {
        if (!text.matches("[0-9]{1,6}"))
            throw new IllegalArgumentException(
                    "reserve must be a number of blocks, not '" + text + "'");
        return Integer.parseInt(text);
    }
}
