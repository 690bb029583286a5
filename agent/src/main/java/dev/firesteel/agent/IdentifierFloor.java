// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.UUID;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SystemKeyspace;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.db.commitlog.IntervalSet;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.metadata.StatsMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The highest segment identifier that this node's tables remember.
 *
 * <p>A replay skips what lies in the intervals that SSTables and truncations have recorded. A new
 * segment below the highest of them could be skipped, too, although nothing of it was ever flushed:
 * a clock that was set back is enough.
 */
public final class IdentifierFloor {
    private IdentifierFloor() {}

    /**
     * Looks through every table.
     *
     * @param hostId only SSTables that this host wrote count, as in a replay
     */
    public static long ofTables(@Nullable UUID hostId) {
        long highest = 0;
        for (ColumnFamilyStore table : ColumnFamilyStore.all())
            highest = Math.max(highest, Math.max(ofSSTables(table, hostId), ofTruncation(table)));
        return highest;
    }

    private static long ofSSTables(ColumnFamilyStore table, @Nullable UUID hostId) {
        long highest = 0;
        for (SSTableReader sstable : table.getLiveSSTables()) {
            StatsMetadata metadata = sstable.getSSTableMetadata();
            if (hostId != null && hostId.equals(metadata.originatingHostId))
                highest = Math.max(highest, last(metadata.commitLogIntervals));
        }
        return highest;
    }

    private static long last(IntervalSet<CommitLogPosition> intervals) {
        return intervals.upperBound().map(position -> position.segmentId).orElse(0L);
    }

    private static long ofTruncation(ColumnFamilyStore table) {
        CommitLogPosition position = SystemKeyspace.getTruncatedPosition(table.metadata.id);
        return position == null ? 0 : position.segmentId;
    }
}
