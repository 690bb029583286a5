// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.flash.replay.DriveSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a drive: {@code size=64GiB,spare=0.07,block=8MiB}. */
final class DriveText implements ITypeConverter<DriveSpec> {
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
        Map<String, String> values = new HashMap<>();
        for (String part : text.split(",", -1)) {
            String[] pair = part.split("=", 2);
            if (pair.length < 2 || !KEYS.contains(pair[0]))
                throw new IllegalArgumentException(
                        "'%s' is not one of %s: write 'size=64GiB,spare=0.07,block=8MiB'"
                                .formatted(part, "size=, spare=, block=, page=, reserve="));
            if (values.put(pair[0], pair[1]) != null)
                throw new IllegalArgumentException("'" + pair[0] + "' is given twice");
        }
        long pageBytes = Size.parse(values.getOrDefault("page", "4KiB")).bytes();
        if (pageBytes > 1 << 30) throw new IllegalArgumentException("'page' must be at most 1GiB");
        return new DriveSpec(
                Size.parse(required(values, "size")).bytes(),
                spare(required(values, "spare")),
                Size.parse(required(values, "block")).bytes(),
                (int) pageBytes,
                reserve(values.getOrDefault("reserve", "1")));
    }

    private static String required(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null)
            throw new IllegalArgumentException(
                    "'" + key + "' is missing: write 'size=64GiB,spare=0.07,block=8MiB'");
        return value;
    }

    private static double spare(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "spare must be a number such as 0.07, not '" + text + "'", e);
        }
    }

    private static int reserve(String text) {
        if (!text.matches("[0-9]{1,6}"))
            throw new IllegalArgumentException(
                    "reserve must be a number of blocks, not '" + text + "'");
        return Integer.parseInt(text);
    }
}
