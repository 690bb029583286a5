// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.utils.FBUtilities;

/**
 * Detects failed flushes during replay. Cassandra checks only each table's last flush. An earlier
 * flush, forced to free memory during replay, could fail unnoticed. Under a {@code
 * disk_failure_policy} that continues, its writes would be in no SSTable, and readable only until
 * the node stops.
 */
public final class FailedFlushes {
    private FailedFlushes() {}

    /**
     * Checks that all replayed writes are in SSTables. Waits for flushes in progress.
     *
     * @throws IOException if a flush has failed; the replayed segments must not be released then
     */
    public static void requireNone() throws IOException {
        Map<ColumnFamilyStore, List<Memtable>> waiting = new HashMap<>();
        for (ColumnFamilyStore table : ColumnFamilyStore.all()) {
            List<Memtable> flushing = flushing(table);
            if (!flushing.isEmpty()) waiting.put(table, flushing);
        }
        for (Map.Entry<ColumnFamilyStore, List<Memtable>> each : waiting.entrySet()) {
            ColumnFamilyStore table = each.getKey();
            // No memtable is older than NONE, so this only waits for flushes in progress.
            FBUtilities.waitOnFuture(table.forceFlush(CommitLogPosition.NONE));
            if (flushing(table).stream().anyMatch(each.getValue()::contains))
                throw new IOException(
                        ("A flush of %s.%s has failed, see above: some replayed writes are in no"
                                        + " SSTable. The journal keeps them; start again once the disk"
                                        + " accepts writes")
                                .formatted(table.getKeyspaceName(), table.getTableName()));
        }
    }

    /** Returns the flushing memtables of a table and its indexes. */
    private static List<Memtable> flushing(ColumnFamilyStore table) {
        List<Memtable> flushing = new ArrayList<>();
        for (ColumnFamilyStore each : table.concatWithIndexes())
            flushing.addAll(each.getTracker().getView().flushingMemtables);
        return flushing;
    }
}
