// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of machine.
 *
 * @param name its name
 * @param cores processors, above 0
 * @param speed of each, relative to the machine of the measurements, above 0
 * @param price of the machine, above 0, in any currency
 */
public record Hardware(String name, double cores, double speed, double price) {
    private static final Pattern TEXT =
            Pattern.compile("([^=,:]+)=([0-9.]+)(?:x([0-9.]+))?:([0-9.]+)");

    public Hardware {
        require(name, "cores", cores);
        require(name, "speed", speed);
        require(name, "price", price);
    }

    private static void require(String name, String what, double value) {
        if (!(value > 0 && value <= 1e9))
            throw new IllegalArgumentException(
                    "--machines: the %s of '%s' must be above 0, not %s"
                            .formatted(what, name, value));
    }

    /**
     * Parses {@code NAME=CORES[xSPEED]:PRICE}, or several separated by commas.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public static List<Hardware> parse(String text) {
        return Arrays.stream(text.split(",", -1)).map(Hardware::one).toList();
    }

    private static Hardware one(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (!parts.matches()) throw refused(text);
        String speed = parts.group(3) == null ? "1" : parts.group(3);
        try {
            return new Hardware(
                    parts.group(1),
                    Double.parseDouble(parts.group(2)),
                    Double.parseDouble(speed),
                    Double.parseDouble(parts.group(4)));
        } catch (NumberFormatException e) {
            throw refused(text);
        }
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException(
                "--machines: '%s' is not NAME=CORES[xSPEED]:PRICE, such as small=4:2159"
                        .formatted(text));
    }
}
