// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads measurements from a file of two columns, memory and seconds, as spreadsheets write it:
 * separated by commas, or by semicolons or tabs, then also with decimal commas. Cells may be
 * quoted. Empty lines and lines that begin with # are ignored. The first other line may name the
 * columns. Numbers that have two readings, such as 4.096 beside semicolons, are refused.
 */
public final class Measurements {
    private static final int SHOWN = 60;
    private static final String EXAMPLE =
            " (a line is two plain numbers, such as 4096,12.5; from a spreadsheet: save as CSV in"
                    + " UTF-8, with a decimal point and no thousands separator)";

    private static final Pattern SEPARATOR_LINE = Pattern.compile("sep=[,;\t]");
    private static final Pattern MEMORY =
            named("memory|cache|heap|bytes|" + word("mem|ram|[kmgt]i?b"));
    private static final Pattern TIME = named("time|second|duration|" + word("s|secs?"));
    private static final Pattern SECONDS = named(word("s|secs?|seconds?"));

    /**
     * Units of rates, and those smaller than a second. A time may be divided by its unit, as t/s.
     */
    private static final Pattern OTHER_UNIT =
            named(
                    "(?<!time|duration|(?<![a-z])t)/s(?![a-z])|per sec|throughput|\u00b5s|\u03bcs|"
                            + "(?<![a-z])(?:milli|micro|nano)|"
                            + word("[mun]s|[mun]secs?|iops|qps|tps"));

    private static final Pattern CAMEL_CASE_UNIT =
            Pattern.compile(".*[a-z](?:Ms|Us|Ns|Millis|Micros|Nanos)(?![a-z]).*");

    private static final Pattern LONGER_UNIT = named(word("min|minutes?|h|hours?"));

    /** A number, with or without a unit. */
    private static final Pattern VALUE =
            Pattern.compile(
                    "[+-]?[.,]?[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?\\s*[a-zA-Z%\u00b5]{0,6}"
                            + "|[+-]?(?:NaN|Infinity)");

    /**
     * A line whose first cell is an error of a spreadsheet, such as #DIV/0!, in English and other
     * languages, or the #### of a narrow column.
     */
    private static final Pattern ERROR_CELL =
            Pattern.compile(
                    "(?:#(?:\\p{Lu}[\\p{Lu}0-9/_]*\\s?[!?]|N/[A-Z]|NV)\\s*(?:[,;\t].*)?)|##+\\s*[,;\t].*");

    private static Pattern named(String part) {
        return Pattern.compile("(?i).*(" + part + ").*");
    }

    /** Returns an expression for words that no letter adjoins: an underscore may. */
    private static String word(String word) {
        return "(?<![a-z])(?:" + word + ")(?![a-z])";
    }

    private record Row(int line, List<String> cells) {
        private boolean isWords() {
            return cells.stream().noneMatch(each -> VALUE.matcher(each).matches());
        }
    }

    private final Path path;
    private final List<Row> rows = new ArrayList<>();
    private char separator;

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
        measurements.split(TextFile.read(path));
        return measurements.found();
    }

    private void split(String text) throws MeasurementsException {
        int number = 0;
        boolean isFirst = true;
        for (String each : text.lines().toList()) {
            number++;
            String line = each.strip();
            if (ERROR_CELL.matcher(line).matches())
                throw wrong(number, "a cell has an error, not a number: " + shortened(line));
            if (line.isEmpty() || line.startsWith("#")) continue;
            if (separator == 0 && SEPARATOR_LINE.matcher(line).matches()) {
                separator = line.charAt(line.length() - 1);
                continue;
            }
            if (separator == 0) separator = Cells.separator(line);
            Row row = row(number, line);
            if (isFirst && row.isWords()) requireMeaning(row);
            else rows.add(row);
            isFirst = false;
        }
    }

    private Row row(int number, String line) throws MeasurementsException {
        try {
            List<String> cells = Cells.of(line, separator);
            if (cells.size() == 2) return new Row(number, cells);
        } catch (IllegalArgumentException e) {
            throw wrong(number, e.getMessage() + ": " + shortened(line) + EXAMPLE);
        }
        throw wrong(
                number,
                "a line must have two columns, memory and seconds, not: "
                        + shortened(line)
                        + EXAMPLE);
    }

    /** Checks that the names of the columns do not contradict their meaning. */
    private void requireMeaning(Row names) throws MeasurementsException {
        String first = names.cells.get(0);
        String second = names.cells.get(1);
        boolean isSwapped =
                TIME.matcher(first).matches()
                        && !MEMORY.matcher(first).matches()
                        && MEMORY.matcher(second).matches();
        if (isSwapped)
            throw wrong(
                    names.line,
                    "memory must be the first column, and seconds the second, not: "
                            + shortened(first)
                            + ", "
                            + shortened(second));
        if (isOtherUnit(second))
            throw wrong(
                    names.line, "the second column must be in seconds, not: " + shortened(second));
    }

    private static boolean isOtherUnit(String name) {
        return OTHER_UNIT.matcher(name).matches()
                || CAMEL_CASE_UNIT.matcher(name).matches()
                || (LONGER_UNIT.matcher(name).matches() && !SECONDS.matcher(name).matches());
    }

    private List<Measurement> found() throws MeasurementsException {
        DecimalSign sign = new DecimalSign(separator);
        for (Row row : rows)
            try {
                for (String cell : row.cells) sign.add(row.line, cell);
            } catch (IllegalArgumentException e) {
                throw wrong(row.line, e.getMessage() + EXAMPLE);
            }
        Integer ambiguous = sign.ambiguousLine();
        if (ambiguous != null) throw wrong(ambiguous, sign.problem() + EXAMPLE);
        List<Measurement> found = new ArrayList<>();
        for (Row row : rows) found.add(measurement(row, sign));
        return List.copyOf(found);
    }

    private Measurement measurement(Row row, DecimalSign sign) throws MeasurementsException {
        try {
            return new Measurement(number(row.cells.get(0), sign), number(row.cells.get(1), sign));
        } catch (IllegalArgumentException e) {
            throw wrong(row.line, String.valueOf(e.getMessage()));
        }
    }

    private static double number(String text, DecimalSign sign) {
        try {
            return sign.value(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a number: " + shortened(text) + EXAMPLE, e);
        }
    }

    /** Returns the beginning of a line, long enough to find it, without control characters. */
    private static String shortened(String text) {
        String printable = text.replaceAll("\\p{Cntrl}", "?");
        return printable.length() <= SHOWN ? printable : printable.substring(0, SHOWN) + "...";
    }

    private MeasurementsException wrong(int number, String problem) {
        return new MeasurementsException(path + ", line " + number + ": " + problem);
    }
}
