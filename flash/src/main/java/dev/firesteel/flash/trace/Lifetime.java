// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.util.Locale;
import java.util.Optional;

/** The expected lifetime of data, as defined by Linux ({@code F_SET_RW_HINT}). */
public enum Lifetime {
    /** No lifetime was set. */
    NOT_SET,
    /** The lifetime was set to unknown. */
    NONE,
    SHORT,
    MEDIUM,
    LONG,
    EXTREME;

    /** Returns the lifetime of a name in the form of {@link #toString}. */
    public static Optional<Lifetime> of(String name) {
        for (Lifetime each : values()) if (each.toString().equals(name)) return Optional.of(each);
        return Optional.empty();
    }

    /** Returns whether it gives a drive information. */
    public boolean isKnown() {
        return compareTo(NONE) > 0;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
