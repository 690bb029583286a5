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
 * Finds the highest segment identifier that this node's tables have recorded.
 *
 * <p>A replay skips entries in the intervals that SSTables and truncations have recorded. A new
 * segment below the highest of them could be skipped although it was never flushed, for instance
 * after the clock was set back.
 */
public final class IdentifierFloor {
    private IdentifierFloor() {}

    /**
     * Returns the highest identifier in all tables, or 0.
     *
     * @param hostId the host whose SSTables count, as in a replay; null for none
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
