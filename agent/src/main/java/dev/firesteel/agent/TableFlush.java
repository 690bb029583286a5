// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.concurrent.Future;
import org.apache.cassandra.utils.concurrent.FutureCombiner;
import org.jspecify.annotations.Nullable;

/** Flushes the tables that keep segments from being released. */
final class TableFlush {
    /** Which of a table's memtables are to be flushed. */
    enum Extent {
        /** Whatever is in memory. */
        EVERYTHING,
        /** Only a memtable that may hold something from the segments in question. */
        OLD
    }

    private TableFlush() {}

    /**
     * Starts to flush every table that is dirty in the segments. Tables that no longer exist, or
     * that need no commit log to survive, become clean at once.
     *
     * @param dropped tables to treat as if they no longer existed
     * @param upTo the end of the last of the segments
     * @return done when all flushes are, with the first failure if there was one
     */
    static Future<?> start(
            List<DirtySegment> segments,
            Collection<TableId> dropped,
            CommitLogPosition upTo,
            Extent extent) {
        Map<TableId, Future<?>> flushes = new HashMap<>();
        for (DirtySegment segment : segments)
            for (Map.Entry<TableId, Integer> dirty : segment.dirtyUpTo().entrySet()) {
                TableId table = dirty.getKey();
                if (flushes.containsKey(table)) continue;
                ColumnFamilyStore store = dropped.contains(table) ? null : store(table);
                if (store == null || store.memtableWritesAreDurable())
                    segment.forget(table, end(segment, dirty.getValue()));
                else flushes.put(table, start(store, upTo, extent));
            }
        return FutureCombiner.allOf(flushes.values());
    }

    /**
     * Not the segment's: it may still be written to, and the table come back under the same
     * identifier.
     */
    private static CommitLogPosition end(DirtySegment segment, int lastOffset) {
        return new CommitLogPosition(segment.id(), lastOffset);
    }

    private static @Nullable ColumnFamilyStore store(TableId table) {
        TableMetadata metadata = Schema.instance.getTableMetadata(table);
        return metadata == null
                ? null
                : Keyspace.open(metadata.keyspace).getColumnFamilyStore(table);
    }

    private static Future<?> start(ColumnFamilyStore store, CommitLogPosition upTo, Extent extent) {
        return extent == Extent.EVERYTHING
                ? store.forceFlush(ColumnFamilyStore.FlushReason.COMMITLOG_DIRTY)
                : store.forceFlush(upTo);
    }
}
