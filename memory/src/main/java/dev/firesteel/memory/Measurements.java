// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads measurements from a file of two columns, memory and seconds, separated by a comma. Empty
 * lines and lines that begin with # are ignored. The first other line may be {@code
 * memory,seconds}.
 */
public final class Measurements {
    private static final String HEADER = "memory,seconds";
    private static final int SHOWN = 60;
    private static final String EXAMPLE = " (a line is two plain numbers, such as 4096,12.5)";

    private final Path path;
    private final List<Measurement> found = new ArrayList<>();

    private Measurements(Path path) {
        this.path = path;
    }

    /**
     * Reads a file.
     *
     * @throws MeasurementsException if a line holds no measurement: includes the line's number
     */
    public static List<Measurement> read(Path path) throws IOException {
        Measurements measurements = new Measurements(path);
        int number = 0;
        boolean isFirst = true;
        for (String line : TextFile.read(path).lines().toList()) {
            number++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) continue;
            boolean isHeader = isFirst && text.replace(" ", "").equalsIgnoreCase(HEADER);
            isFirst = false;
            if (!isHeader) measurements.found.add(measurements.parse(number, text));
        }
        return List.copyOf(measurements.found);
    }

    private Measurement parse(int number, String text) throws MeasurementsException {
        String[] columns = text.split(",", -1);
        if (columns.length != 2)
            throw wrong(
                    number,
                    "a line must have two columns, memory and seconds, not: "
                            + shortened(text)
                            + EXAMPLE);
        try {
            return new Measurement(number(columns[0]), number(columns[1]));
        } catch (IllegalArgumentException e) {
            throw wrong(number, String.valueOf(e.getMessage()));
        }
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "not a number: " + shortened(text.strip()) + EXAMPLE, e);
        }
    }

    /** Returns the beginning of a line, long enough to find it. */
    private static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    private MeasurementsException wrong(int number, String problem) {
        return new MeasurementsException(path + ", line " + number + ": " + problem);
    }
}
