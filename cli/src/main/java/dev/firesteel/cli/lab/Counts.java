// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A sequence of counts: {@code 1,2,4}, or {@code 1..4} for each from the first to the last.
 *
 * @param each in the order given
 */
record Counts(List<Integer> each) {
    private static final Pattern PART = Pattern.compile("(\\d{1,6})(?:\\.\\.(\\d{1,6}))?");

    /** Maximum number of counts: more would take too long to measure. */
    private static final int MOST = 1_000;

    static Counts parse(String text) {
        List<Integer> counts = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher range = PART.matcher(part.strip());
            if (!range.matches()) throw refused(text, "is not whole numbers");
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (last < first) throw refused(text, "has a range that ends before it begins");
            if (last - first >= MOST - counts.size())
                throw refused(text, "has more than " + MOST + " numbers");
            for (int count = first; count <= last; count++) counts.add(count);
        }
        return new Counts(counts);
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException(
                "'%s' %s: write them as 1,2,4 or 1..4".formatted(text, why));
    }

    /** Converts option values. */
    static final class Converter implements ITypeConverter<Counts> {
        @Override
        public Counts convert(String text) {
            try {
                return parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
