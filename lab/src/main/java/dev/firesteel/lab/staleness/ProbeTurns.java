// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a client does in turn. For one thread. */
final class ProbeTurns {
    /** One in so many writes is traced, and one in so many reads: tracing costs nodes work. */
    private static final int CYCLE = 10;

    /** What is traced of a write and the read behind it. */
    enum Kind {
        /** A write alone. */
        WRITE_TRACED,
        /** The read, which does not count: nobody looks whether it knows. */
        READ_TRACED,
        BOTH_TRACED,
        UNTRACED
    }

    /**
     * One of them.
     *
     * @param delayMillis how long the read waits after the write, in milliseconds
     */
    record Turn(Kind kind, double delayMillis) {}

    private final List<Double> delays;

    /** Each kind its own: all are to have all delays, and as often. */
    private final Map<Kind, Integer> had = new EnumMap<>(Kind.class);

    private int turn;

    ProbeTurns(List<Double> delays) {
        this.delays = delays;
    }

    Turn next() {
        Kind kind = kind(turn++ % CYCLE);
        int before = had.merge(kind, 1, Integer::sum) - 1;
        return new Turn(kind, delays.get(before % delays.size()));
    }

    private static Kind kind(int inCycle) {
        return switch (inCycle) {
            case 0 -> Kind.WRITE_TRACED;
            case 3 -> Kind.READ_TRACED;
            case 6 -> Kind.BOTH_TRACED;
            default -> Kind.UNTRACED;
        };
    }
}
