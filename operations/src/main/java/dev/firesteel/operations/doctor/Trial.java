// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of tests on a place.
 *
 * @param direct the result of O_DIRECT
 * @param hint the result of a lifetime hint
 * @param latencies the latencies of durable writes, by rising depth; none if not measured
 * @param flushes the flushes that the drive counted during the writes
 * @param skip the reason for missing results, or null
 */
record Trial(
        Direct direct, Hint hint, List<Latency> latencies, Flushes flushes, @Nullable Skip skip) {
    enum Direct {
        /** Written data is not in the page cache. */
        HONOURED,
        /** Accepted, but written data is in the page cache. */
        CACHED,
        /** Accepted by a block device, which has no page cache to bypass. */
        TAKEN,
        REFUSED,
        NOT_TRIED
    }

    /**
     * @param refusal the kernel's error; empty if it accepted the hint
     */
    record Hint(boolean tried, String refusal) {
        static final Hint NOT_TRIED = new Hint(false, "");
    }

    /**
     * @param writes the number of sequential durable writes
     * @param flushes the flushes that the drive completed meanwhile, including those of others
     * @param everCounted whether the drive has ever counted a flush
     */
    record Flushes(int writes, long flushes, boolean everCounted) {
        static final Flushes UNKNOWN = new Flushes(0, 0, false);
    }

    /** The reason why durable writes were not measured. */
    record Skip(Level level, String why, String advice) {}

    Trial {
        latencies = List.copyOf(latencies);
    }

    static Trial skipped(Direct direct, Hint hint, Level level, String why, String advice) {
        return new Trial(direct, hint, List.of(), Flushes.UNKNOWN, new Skip(level, why, advice));
    }
}
