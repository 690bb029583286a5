// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;
import java.util.Optional;

/** The mode that other modes are compared with. */
public enum Baseline {
    /** No commit log at all. */
    NONE("none"),
    /** Cassandra's default, which is not durable. */
    PERIODIC("periodic"),
    /** Cassandra's durable commit log as it is by default. */
    BATCH("batch"),
    /** The best of Cassandra's own durable modes. */
    BEST("best stock durable"),
    /** The journal, with no lifetime hints for files. */
    UNHINTED("firesteel-unhinted"),
    /** The journal, with SSTables written back only when they are synced. */
    LATE("firesteel-late");

    private final String title;

    Baseline(String title) {
        this.title = title;
    }

    /** The name in results. */
    @JsonValue
    public String title() {
        return title;
    }

    /** Returns the mode that it stands for in a group, if that mode was measured. */
    Optional<Mode> mode(Group group) {
        return switch (this) {
            case NONE -> measured(group, Mode.NONE);
            case PERIODIC -> measured(group, Mode.PERIODIC);
            case BATCH -> measured(group, Mode.BATCH);
            case UNHINTED -> measured(group, Mode.FIRESTEEL_UNHINTED);
            case LATE -> measured(group, Mode.FIRESTEEL_LATE);
            case BEST ->
                    group.modes().stream()
                            .filter(Mode::isStockDurable)
                            .max(Comparator.comparingDouble(mode -> merit(group, mode)));
        };
    }

    private static Optional<Mode> measured(Group group, Mode mode) {
        return group.modes().stream().filter(mode::equals).findFirst();
    }

    /** Returns the rate, or with a given rate (open loop) the negated 99th percentile. */
    private static double merit(Group group, Mode mode) {
        return group.loop() == Loop.CLOSED
                ? group.median(mode, Figure.RATE::of)
                : -group.median(mode, Figure.P99::of);
    }
}
