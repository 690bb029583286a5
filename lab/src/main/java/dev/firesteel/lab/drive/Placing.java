// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Places the files of a simulated flash drive in its streams. */
public enum Placing {
    /** All files in one stream. */
    NONE("none", 1),
    /** A stream for each of Linux's four lifetimes, and one for files without. */
    LINUX4("linux4", 5);

    private final String name;
    private final int streams;

    Placing(String name, int streams) {
        this.name = name;
        this.streams = streams;
    }

    /** Returns the one with a name. */
    public static Optional<Placing> of(String name) {
        return Arrays.stream(values()).filter(each -> each.name.equals(name)).findFirst();
    }

    /** Returns all names. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Placing::toString).toList();
    }

    /** Returns the number of streams. */
    int streams() {
        return streams;
    }

    /**
     * Returns the stream of a file.
     *
     * @param hint the value of {@code F_GET_RW_HINT}: 0 for not set, 1 for none, 2 for short, 3 for
     *     medium, 4 for long, 5 for extreme
     */
    int stream(long hint) {
        return (int) Math.min(Math.max(0, hint - 1), streams - 1L);
    }

    @Override
    public String toString() {
        return name;
    }
}
