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
    /** The memtables of a table to flush. */
    enum Extent {
        /** All memtables. */
        EVERYTHING,
        /** Only memtables that may hold entries of the given segments. */
        OLD
    }

    private TableFlush() {}

    /**
     * Starts to flush every table that is dirty in the segments. Tables that no longer exist, or
     * whose memtables are durable, become clean at once.
     *
     * @param dropped tables to treat as if they no longer existed
     * @param upTo the end of the last of the segments
     * @return completes when all flushes have, with the first failure if any
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
     * Returns the last entry's position. The segment's end is wrong: it may still be written, and
     * the table be created anew under the same identifier.
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
