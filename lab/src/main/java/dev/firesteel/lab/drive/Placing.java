// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.flash.replay.Placement;
import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Places the files of a simulated flash drive in its streams. */
public enum Placing {
    /** All files in one stream. */
    NONE("none", "all"),
    /** A stream for each of Linux's four lifetimes, and one for files without. */
    LINUX4("linux4", "none short medium long extreme"),
    /**
     * The streams of {@link Placement#seed}, by names, and data by lifetimes: those that the node's
     * preset {@code seed} gives to levels.
     */
    SEED9("seed9", "other log small filter statistics index summary data.0 data.1 data.2");

    /** The value of {@code F_GET_RW_HINT} for the lifetime that {@code seed} gives to level 0. */
    private static final int MEDIUM = 3;

    private final String name;
    private final String streamNames;

    Placing(String name, String streamNames) {
        this.name = name;
        this.streamNames = streamNames;
    }

    /** Returns the one with a name. */
    public static Optional<Placing> of(String name) {
        return Arrays.stream(values()).filter(each -> each.name.equals(name)).findFirst();
    }

    /** Returns all names. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Placing::toString).toList();
    }

    /** Returns a name for each of its streams, in their order. */
    List<String> streamNames() {
        return List.of(streamNames.split(" ", -1));
    }

    /**
     * Returns the stream of a file.
     *
     * @param file its path on the drive
     * @param hint the value of {@code F_GET_RW_HINT}: 0 for not set, 1 for none, 2 for short, 3 for
     *     medium, 4 for long, 5 for extreme
     */
    int stream(Path file, long hint) {
        return switch (this) {
            case NONE -> 0;
            case LINUX4 -> (int) Math.min(Math.max(0, hint - 1), 4);
            case SEED9 -> {
                int level = Math.max(FileClass.NO_LEVEL, (int) hint - MEDIUM);
                yield Placement.seed().stream(
                        new FileClass(CassandraFile.kind(file), level), Lifetime.NOT_SET);
            }
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
