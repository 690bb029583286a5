// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.drive;

import dev.firesteel.cli.common.Fraction;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.drive.DriveModel;
import dev.firesteel.lab.drive.Placing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A simulated drive, written as {@code tlc} or {@code disk7k,size=8GiB,drives=6}.
 *
 * @param size its size
 * @param placing how it places files in its streams; null for a drive that is given blocks
 */
public record SimulatedDrive(DriveModel model, Size size, @Nullable Placing placing) {
    private static final List<String> KEYS =
            List.of("size", "dilation", "spare", "cache", "drives", "stripe", "streams");
    private static final Size LEAST = Size.parse("512MiB");
    private static final Size MOST = Size.parse("64GiB");
    private static final int PAGE_BYTES = 4_096;

    /** Reads it from an option. */
    public static final class Converter implements ITypeConverter<SimulatedDrive> {
        @Override
        public SimulatedDrive convert(String text) {
            try {
                return parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    private static SimulatedDrive parse(String text) {
        String[] parts = text.split(",", -1);
        Map<String, String> values = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            String[] pair = parts[i].split("=", 2);
            if (pair.length < 2 || !KEYS.contains(pair[0]))
                throw new IllegalArgumentException(
                        "'%s' is not KEY=VALUE with a key of %s"
                                .formatted(parts[i], String.join(", ", KEYS)));
            if (values.put(pair[0], pair[1]) != null)
                throw new IllegalArgumentException("'" + pair[0] + "' is given twice");
        }
        Size size = Size.parse(values.getOrDefault("size", "8GiB"));
        if (size.bytes() < LEAST.bytes() || size.bytes() > MOST.bytes())
            throw new IllegalArgumentException(
                    "'size' must be %s to %s, not %s".formatted(LEAST, MOST, size));
        DriveModel model =
                new DriveModel(
                        parts[0],
                        spare(values.get("spare")),
                        pages("cache", values.get("cache")),
                        drives(values.getOrDefault("drives", "1")),
                        Objects.requireNonNull(
                                pages("stripe", values.getOrDefault("stripe", "64KiB"))),
                        number("dilation", values.getOrDefault("dilation", "1")));
        Placing placing = placing(values.get("streams"), model);
        model.requirePossible(size.bytes(), placing == null ? Placing.NONE : placing);
        return new SimulatedDrive(model, size, placing);
    }

    private static @Nullable Placing placing(@Nullable String name, DriveModel model) {
        if (name == null) return null;
        if (!model.hasStreams())
            throw new IllegalArgumentException("a disk has no streams: leave 'streams' out");
        return Placing.of(name)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "'streams' must be one of %s, not '%s'"
                                                .formatted(
                                                        String.join(", ", Placing.names()), name)));
    }

    private static @Nullable Double spare(@Nullable String text) {
        if (text == null) return null;
        double spare = Fraction.parse(text);
        if (spare > 0 && spare < 1) return spare;
        throw new IllegalArgumentException("'spare' must lie between 0 and 1, not be " + text);
    }

    private static @Nullable Integer pages(String key, @Nullable String text) {
        if (text == null) return null;
        long pages = Size.parse(text).bytes() / PAGE_BYTES;
        if (pages <= Integer.MAX_VALUE) return (int) pages;
        throw new IllegalArgumentException("'%s=%s' is too large".formatted(key, text));
    }

    private static int drives(String text) {
        if (text.matches("[0-9]{1,6}")) return Integer.parseInt(text);
        throw new IllegalArgumentException("'drives=%s' is not a whole number".formatted(text));
    }

    private static double number(String key, String text) {
        if (text.matches("[0-9]{1,6}(\\.[0-9]{1,6})?")) return Double.parseDouble(text);
        throw new IllegalArgumentException("'%s=%s' is not a number".formatted(key, text));
    }
}
