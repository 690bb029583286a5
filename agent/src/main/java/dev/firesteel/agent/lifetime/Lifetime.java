// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How long what is written will live, compared with the rest: Linux's write-lifetime hints. */
public enum Lifetime {
    /** As if nobody had said anything. */
    NOT_SET(0),
    /** Not known. */
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

    /** As firesteel.yaml, the table and the trace have it, such as {@code not-set}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The one of this name. */
    public static Optional<Lifetime> parse(String text) {
        return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }
}
