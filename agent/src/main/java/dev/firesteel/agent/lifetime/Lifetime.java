// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The expected relative lifetime of written data: Linux's write-lifetime hints. */
public enum Lifetime {
    /** No hint has been set. */
    NOT_SET(0),
    /** The lifetime is unknown. */
    NONE(1),
    SHORT(2),
    MEDIUM(3),
    LONG(4),
    EXTREME(5);

    private final long hint;

    Lifetime(long hint) {
        this.hint = hint;
    }

    /** The value of fcntl's F_SET_RW_HINT. */
    long hint() {
        return hint;
    }

    /** Returns the name in firesteel.yaml, the table and the trace, such as {@code not-set}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the lifetime with the name. */
    public static Optional<Lifetime> parse(String text) {
        return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }
}
