// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The sequence of a client's turns. For one thread. */
final class ProbeTurns {
    /** Turns of a cycle, each kind of tracing once. Tracing costs nodes work. */
    private static final int CYCLE = 10;

    /** The requests traced in a turn, which is a write and a read after it. */
    enum Kind {
        /** The write alone. */
        WRITE_TRACED,
        /** A read, whose freshness is not recorded. */
        READ_TRACED,
        BOTH_TRACED,
        UNTRACED
    }

    /**
     * One turn.
     *
     * @param delayMillis delay between the write and the read, in milliseconds
     */
    record Turn(Kind kind, double delayMillis) {}

    private final List<Double> delays;

    /** Turns of each kind so far, because each kind must use all delays equally often. */
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
