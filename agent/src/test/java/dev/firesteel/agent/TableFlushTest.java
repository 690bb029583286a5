// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.Test;

class TableFlushTest {
    private static final TableId DROPPED = TableId.fromUUID(new UUID(0, 1));

    /** A full journal cannot move on from the segment that holds the drop of the table. */
    @Test
    void aDroppedTableThatComesBackIsDirtyAgainInTheSameSegment() throws Exception {
        DirtySegments segments = new DirtySegments(false);
        segments.open(1);
        segments.mark(1, 139, List.of(DROPPED));
        TableFlush.start(
                        segments.upTo(1),
                        List.of(DROPPED),
                        new CommitLogPosition(1, Integer.MAX_VALUE),
                        TableFlush.Extent.EVERYTHING)
                .get();
        assertThat(segments.isClean()).isTrue();
        segments.mark(1, 999, List.of(DROPPED));
        assertThat(segments.isClean()).isFalse();
        segments.close(1);
        assertThat(segments.unused()).isEmpty();
        segments.clean(DROPPED, new CommitLogPosition(1, 500), new CommitLogPosition(1, 1000));
        assertThat(segments.unused()).extracting(DirtySegment::id).containsExactly(1L);
    }
}
