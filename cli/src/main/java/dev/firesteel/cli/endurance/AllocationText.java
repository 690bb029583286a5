// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.flash.replay.Allocation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code first-fit} or {@code next-fit}. */
final class AllocationText implements ITypeConverter<Allocation> {
    @Override
    public Allocation convert(String text) {
        return switch (text) {
            case "first-fit" -> Allocation.FIRST_FIT;
            case "next-fit" -> Allocation.NEXT_FIT;
            default ->
                    throw new TypeConversionException(
                            "'" + text + "' is neither first-fit nor next-fit");
        };
    }
}
