// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The decimal sign of a file, found by its numbers. A number that could have a thousands separator
 * in its place is refused.
 */
final class DecimalSign {
    private static final Pattern NUMBER =
            Pattern.compile(
                    "[+-]?(?:[0-9]|[.,][0-9])[0-9.,]*([eE][+-]?[0-9]+)?|[+-]?(NaN|Infinity)");
    private static final Pattern THOUSANDS = Pattern.compile("[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}");

    private record Signed(int line, String text) {}

    private final boolean isUsualSeparator;
    private final List<Signed> withComma = new ArrayList<>();
    private final List<Signed> withPoint = new ArrayList<>();

    /**
     * Creates a search.
     *
     * @param separator of the columns: beside commas a point is the decimal sign
     */
    DecimalSign(char separator) {
        isUsualSeparator = separator == ',';
    }

    /** Returns whether a text is a number with some decimal sign. */
    static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    /**
     * Adds a cell; ignores one that is no number.
     *
     * @throws IllegalArgumentException if it has both signs
     */
    void add(int line, String text) {
        if (!isNumber(text)) return;
        boolean hasComma = text.indexOf(',') >= 0;
        boolean hasPoint = text.indexOf('.') >= 0;
        if (hasComma && hasPoint)
            throw new IllegalArgumentException(
                    "'"
                            + text
                            + "' has both a point and a comma: leave the thousands separator out");
        if (hasComma) withComma.add(new Signed(line, text));
        if (hasPoint) withPoint.add(new Signed(line, text));
        if (!withComma.isEmpty() && !withPoint.isEmpty() && (hasComma || hasPoint))
            throw new IllegalArgumentException(
                    "'%s' and '%s' in line %d have different decimal signs"
                            .formatted(
                                    text,
                                    (hasComma ? withPoint : withComma).get(0).text,
                                    (hasComma ? withPoint : withComma).get(0).line));
        if (text.indexOf(',') != text.lastIndexOf(','))
            throw new IllegalArgumentException(
                    "'" + text + "' has two commas: leave the thousands separator out");
    }

    /** Returns the line whose number has two readings; null if all have one. */
    @Nullable Integer ambiguousLine() {
        Signed first = ambiguous();
        return first == null ? null : first.line;
    }

    /** Returns the problem of {@link #ambiguousLine}. */
    String problem() {
        Signed first = ambiguous();
        if (first == null) return "";
        return "'%s' can be %s or %s"
                .formatted(
                        first.text,
                        first.text.replace(',', '.'),
                        first.text.replaceAll("[.,]", ""));
    }

    /** Returns the first number if all could have a thousands separator. */
    private @Nullable Signed ambiguous() {
        List<Signed> signed = withComma.isEmpty() ? withPoint : withComma;
        boolean isClear = signed.isEmpty() || (isUsualSeparator && withComma.isEmpty());
        boolean isAmbiguous =
                !isClear
                        && signed.stream().allMatch(each -> THOUSANDS.matcher(each.text).matches());
        return isAmbiguous ? signed.get(0) : null;
    }

    /**
     * Returns the value of a cell.
     *
     * @throws NumberFormatException if it is no number
     */
    double value(String text) {
        String pointed = withComma.isEmpty() ? text : text.replace(',', '.');
        if (!NUMBER.matcher(pointed).matches()) throw new NumberFormatException(text);
        return Double.parseDouble(pointed);
    }
}
