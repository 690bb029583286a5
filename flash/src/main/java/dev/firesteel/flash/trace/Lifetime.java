// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.util.Locale;
import java.util.Optional;

/** How long data will live, in the words of Linux ({@code F_SET_RW_HINT}). */
public enum Lifetime {
    /** Nothing was said. */
    NOT_SET,
    /** It was said that nothing is known. */
    NONE,
    SHORT,
    MEDIUM,
    LONG,
    EXTREME;

    /** The lifetime of a name as {@link #toString} gives it. */
    public static Optional<Lifetime> of(String name) {
        for (Lifetime each : values()) if (each.toString().equals(name)) return Optional.of(each);
        return Optional.empty();
    }

    /** Whether it tells a drive anything. */
    public boolean isKnown() {
        return compareTo(NONE) > 0;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
