// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a short time, such as {@code 50us} or {@code 3ms}, in nanoseconds. */
final class Nanos implements ITypeConverter<Long> {
    private static final Pattern TEXT =
            Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?) *(ns|us|\u00b5s|\u03bcs|ms|s)");
    private static final BigDecimal LONGEST = BigDecimal.valueOf(10_000_000_000L);

    @Override
    public Long convert(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (text.strip().equals("0")) return 0L;
        if (!parts.matches())
            throw new TypeConversionException(
                    "'%s' is not a time with its unit (ns, us, ms or s), such as 50us"
                            .formatted(text));
        BigDecimal nanos = new BigDecimal(parts.group(1)).movePointRight(places(parts.group(2)));
        if (nanos.compareTo(LONGEST) > 0)
            throw new TypeConversionException("'%s' is longer than 10 s".formatted(text));
        if (nanos.stripTrailingZeros().scale() > 0)
            throw new TypeConversionException(
                    "'%s' is not a whole number of nanoseconds".formatted(text));
        return nanos.longValueExact();
    }

    private static int places(String unit) {
        return switch (unit) {
            case "ns" -> 0;
            case "ms" -> 6;
            case "s" -> 9;
            default -> 3;
        };
    }

    /** Writes a time in the largest unit that needs no more than three decimals. */
    static String text(long nanos) {
        String[] units = {"s", "ms", "us", "ns"};
        long scale = 1_000_000_000L;
        for (String unit : units) {
            if (nanos >= scale || scale == 1)
                return BigDecimal.valueOf(nanos)
                                .divide(BigDecimal.valueOf(scale))
                                .stripTrailingZeros()
                                .toPlainString()
                        + " "
                        + unit;
            scale /= 1_000;
        }
        throw new IllegalStateException();
    }
}
