// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.Test;

class DirtySegmentsTest {
    private static final TableId T = TableId.fromUUID(new UUID(0, 1));
    private static final TableId U = TableId.fromUUID(new UUID(0, 2));

    private final DirtySegments segments = new DirtySegments(false);

    /** Marks an entry of the tables, from one offset to another. */
    private void append(long segment, int start, int end, TableId... tables) {
        segments.mark(segment, end - 1, List.of(tables));
        assertThat(start).isLessThan(end);
    }

    private static CommitLogPosition at(long segment, int offset) {
        return new CommitLogPosition(segment, offset);
    }

    private List<Long> unused() {
        return segments.unused().stream().map(DirtySegment::id).toList();
    }

    @Test
    void aSegmentIsNeededUntilEveryTableInItWasFlushed() {
        append(1, 28, 100, T);
        append(1, 100, 200, T, U);
        segments.close(1);
        segments.clean(T, at(1, 28), at(1, 200));
        assertThat(unused()).isEmpty();
        segments.clean(U, at(1, 28), at(1, 200));
        assertThat(unused()).containsExactly(1L);
    }

    @Test
    void aSegmentThatStillGetsEntriesIsNeeded() {
        append(1, 28, 100, T);
        segments.clean(T, at(1, 28), at(1, 100));
        assertThat(unused()).isEmpty();
        assertThat(segments.isClean()).isTrue();
        segments.close(1);
        assertThat(unused()).containsExactly(1L);
    }

    @Test
    void aSegmentWithoutEntriesIsNotNeeded() {
        segments.open(1);
        segments.close(1);
        assertThat(unused()).containsExactly(1L);
    }

    @Test
    void aFlushDoesNotCoverTheEntryThatStartsWhereItEnds() {
        append(1, 28, 100, T);
        append(1, 100, 200, T);
        segments.close(1);
        segments.clean(T, at(1, 28), at(1, 100));
        assertThat(unused()).isEmpty();
    }

    @Test
    void aFlushDoesNotCoverTheEntryThatEndsWhereItBegins() {
        append(1, 28, 100, T);
        append(1, 100, 200, T);
        segments.close(1);
        segments.clean(T, at(1, 100), at(1, 200));
        assertThat(unused()).isEmpty();
    }

    @Test
    void flushesThatFollowEachOtherCoverTogether() {
        append(1, 28, 100, T);
        append(1, 100, 200, T);
        segments.close(1);
        segments.clean(T, at(1, 100), at(1, 200));
        segments.clean(T, at(1, 28), at(1, 100));
        assertThat(unused()).containsExactly(1L);
    }

    @Test
    void aFlushReachesOverSegments() {
        append(1, 28, 100, T);
        append(2, 28, 100, T);
        append(3, 28, 100, T);
        for (long segment = 1; segment <= 3; segment++) segments.close(segment);
        segments.clean(T, at(1, 28), at(3, 50));
        assertThat(unused()).containsExactly(1L, 2L);
    }

    @Test
    void laterEntriesMakeATableDirtyAgain() {
        append(1, 28, 100, T);
        segments.clean(T, at(1, 28), at(1, 100));
        append(1, 100, 200, T);
        segments.close(1);
        assertThat(unused()).isEmpty();
        assertThat(segments.isClean()).isFalse();
    }

    @Test
    void everythingOfADroppedTableIsClean() {
        append(1, 28, 100, T);
        append(2, 28, 100, T);
        segments.close(1);
        segments.clean(T, CommitLogPosition.NONE, at(2, 100));
        assertThat(unused()).containsExactly(1L);
        assertThat(segments.isClean()).isTrue();
    }

    @Test
    void waitsForASegmentToBeClosed() throws InterruptedException {
        segments.open(1);
        assertThat(segments.awaitLeft(1, 0)).isFalse();
        segments.close(1);
        assertThat(segments.awaitLeft(1, 0)).isTrue();
    }

    /** An entry that comes back is flushed at its new position, which is enough. */
    @Test
    void whatWasForgottenDoesNotCountOnceMore() {
        append(1, 28, 100, T);
        append(2, 28, 100, T);
        append(3, 28, 100, T);
        segments.forget(T, at(2, 150));
        append(2, 200, 300, T);
        for (int segment = 1; segment <= 3; segment++) segments.close(segment);
        assertThat(unused()).containsExactly(1L);
        segments.clean(T, at(2, 200), at(2, 300));
        assertThat(unused()).containsExactly(1L, 2L);
    }

    @Test
    void whatComesBehindIsNotForgotten() {
        append(1, 28, 100, T);
        append(1, 100, 200, T);
        segments.close(1);
        segments.forget(T, at(1, 150));
        assertThat(unused()).isEmpty();
        segments.forget(U, at(1, 200));
        assertThat(unused()).isEmpty();
        segments.forget(T, at(1, 200));
        assertThat(unused()).containsExactly(1L);
    }

    /** A mark behind the forgotten position, made at the same time, keeps the segment. */
    @Test
    void nothingThatIsMarkedMeanwhileIsForgotten() throws Exception {
        DirtySegment segment = new DirtySegment(1, true);
        AtomicInteger seen = new AtomicInteger();
        int marks = 300_000;
        Thread forgetter =
                new Thread(
                        () -> {
                            while (seen.get() < marks) segment.forget(T, at(1, seen.get()));
                        });
        forgetter.start();
        try {
            for (int offset = 1; offset <= marks; offset++) {
                segment.mark(T, offset);
                assertThat(segment.dirtyUpTo().get(T)).isEqualTo(offset);
                seen.set(offset);
            }
        } finally {
            seen.set(marks);
            forgetter.join();
        }
    }
}
