// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a part of a whole: {@code 0.07} or {@code 7%}. */
public final class Fraction implements ITypeConverter<Double> {
    private static final Pattern TEXT =
            Pattern.compile("([+-]?[0-9]*\\.?[0-9]+(?:[eE][+-]?[0-9]+)?) *(%?)");
    private static final int HUNDREDTH = 2;

    @Override
    public Double convert(String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /**
     * Reads a fraction.
     *
     * @throws IllegalArgumentException if it is no number
     */
    public static double parse(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (parts.matches()) {
            BigDecimal number = new BigDecimal(parts.group(1));
            return (parts.group(2).isEmpty() ? number : number.movePointLeft(HUNDREDTH))
                    .doubleValue();
        }
        String pointed = text.strip().replace(',', '.');
        throw new IllegalArgumentException(
                TEXT.matcher(pointed).matches()
                        ? "'%s' has a comma: write a point, '%s'".formatted(text, pointed)
                        : "'%s' is not a number such as 0.07 or 7%%".formatted(text));
    }
}
