// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts lower-case names to constants of an enum, as the help lists them. */
public abstract class LowerCaseEnum<E extends Enum<E>> implements ITypeConverter<E> {
    private final E[] constants;

    /** Creates a converter to a type. */
    public LowerCaseEnum(Class<E> type) {
        this.constants = type.getEnumConstants();
    }

    @Override
    public E convert(String text) {
        for (E constant : constants) if (small(constant).equals(text)) return constant;
        throw new TypeConversionException("'" + text + "' is not one of " + all());
    }

    private String all() {
        return Arrays.stream(constants).map(LowerCaseEnum::small).collect(Collectors.joining(", "));
    }

    private static String small(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
