// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.JournalStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PressureFlushTest {
    private static final TableId T = TableId.fromUUID(new UUID(0, 1));
    private static final int MIB = 1 << 20;

    private final DirtySegments segments = new DirtySegments(false);
    private final Deque<Runnable> executor = new ArrayDeque<>();
    private final List<List<Long>> flushed = new ArrayList<>();
    private final PressureFlush pressureFlush =
            new PressureFlush(
                    segments,
                    new SpaceLimit(4 * MIB, 100, MIB, 0),
                    executor::add,
                    oldest -> flushed.add(oldest.stream().map(DirtySegment::id).toList()),
                    () -> segments.unused().forEach(segments::remove));

    private void write(long segment) {
        segments.mark(segment, 100, List.of(T));
        if (segment > 1) segments.close(segment - 1);
        pressureFlush.request();
    }

    private void runAll() {
        while (!executor.isEmpty()) executor.remove().run();
    }

    @Test
    void flushesTheOldestSegmentsOnceTheLimitIsPassed() {
        for (long segment = 1; segment <= 4; segment++) write(segment);
        runAll();
        assertThat(flushed).isEmpty();
        write(5);
        write(6);
        runAll();
        assertThat(flushed).containsExactly(List.of(1L, 2L));
    }

    @Test
    void looksOnceHoweverOftenItIsAsked() {
        for (long segment = 1; segment <= 9; segment++) write(segment);
        assertThat(executor).hasSize(1);
    }

    @Test
    void releasesWhatNothingNeedsWithoutAFlush() {
        for (long segment = 1; segment <= 9; segment++) {
            segments.open(segment);
            segments.close(segment);
        }
        pressureFlush.request();
        runAll();
        assertThat(flushed).isEmpty();
        assertThat(segments.all()).isEmpty();
    }

    @ParameterizedTest(name = "{0} segments, {1} in reserve, {2} MiB allowed: {3}")
    @CsvSource({
        "128, 4, 8192, 93", // three quarters of what writes can use
        "128, 0, 8192, 96", // a file needs no reserve
        "128, 4, 1024, 32", // commitlog_total_space
        "8, 3, 8192, 3", // a small journal
        "128, 4, 1, 1" // never less than the current segment
    })
    void allowsTheSmallerOfTotalSpaceAndThreeQuarters(
            int slots, int reserve, long totalMiB, int allowed) {
        JournalStatus opened =
                new JournalStatus(
                        slots, slots, reserve, 32 * MIB, reserve == 0, false, 0, 0, 0, 0, 0);
        SpaceLimit limit = SpaceLimit.of(opened, totalMiB * MIB);
        assertThat(limit.allowedSegments()).isEqualTo(allowed);
        assertThat(limit.excessSegments(allowed)).isZero();
        assertThat(limit.excessSegments(allowed + 3)).isEqualTo(3);
    }
}
