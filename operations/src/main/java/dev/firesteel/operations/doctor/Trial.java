// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of trying, instead of asking.
 *
 * @param direct what became of O_DIRECT
 * @param hint what the kernel said to a lifetime hint
 * @param latencies of durable writes, by rising depth; none if they were not measured
 * @param flushes what the drive counted meanwhile
 * @param skip why something is missing above
 */
record Trial(
        Direct direct, Hint hint, List<Latency> latencies, Flushes flushes, @Nullable Skip skip) {
    enum Direct {
        /** What was written is not in the page cache. */
        HONOURED,
        /** Taken, and what was written is in the page cache all the same. */
        CACHED,
        /** A block device takes it, and has no page cache of its own in the way. */
        TAKEN,
        REFUSED,
        NOT_TRIED
    }

    /**
     * @param refusal what the kernel said; empty if it accepted
     */
    record Hint(boolean tried, String refusal) {
        static final Hint NOT_TRIED = new Hint(false, "");
    }

    /**
     * @param writes durable ones, one after the other
     * @param flushes that the drive answered in that time, those of others among them
     * @param everCounted whether the drive has counted any since it is there
     */
    record Flushes(int writes, long flushes, boolean everCounted) {
        static final Flushes UNKNOWN = new Flushes(0, 0, false);
    }

    /** Why durable writes were not measured. */
    record Skip(Level level, String why, String advice) {}

    Trial {
        latencies = List.copyOf(latencies);
    }

    static Trial skipped(Direct direct, Hint hint, Level level, String why, String advice) {
        return new Trial(direct, hint, List.of(), Flushes.UNKNOWN, new Skip(level, why, advice));
    }
}
