// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an endurance in terabytes (10^12 bytes): {@code 3504}, {@code 3504TB}, {@code 3.504PB}. */
final class Terabytes implements ITypeConverter<Double> {
    private static final Pattern TEXT =
            Pattern.compile(
                    "([+-]?[0-9]{0,15}\\.?[0-9]{1,15}) *(TB|PB)?", Pattern.CASE_INSENSITIVE);
    private static final double TERABYTES_PER_PETABYTE = 1_000;

    @Override
    public Double convert(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (!parts.matches())
            throw new TypeConversionException(
                    "'%s' is not a number of terabytes, such as 600 or 0.6PB, without commas"
                            .formatted(text));
        double number = Double.parseDouble(parts.group(1));
        String unit = parts.group(2);
        return unit != null && unit.toUpperCase(Locale.ROOT).equals("PB")
                ? number * TERABYTES_PER_PETABYTE
                : number;
    }
}
