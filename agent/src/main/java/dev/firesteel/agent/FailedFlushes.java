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
 * Flushes of this start that have failed. Whoever waits for a table's flush is told of that one
 * alone: of an earlier memtable, which had to make room while more was replayed, nobody asks. Under
 * a {@code disk_failure_policy} that goes on, its writes would be in no SSTable, and readable until
 * the node ends.
 */
public final class FailedFlushes {
    private FailedFlushes() {}

    /**
     * Sees that nothing is left of what was replayed but in SSTables. Waits for flushes that are
     * under way.
     *
     * @throws IOException if a flush has failed; what was replayed must not be given up then
     */
    public static void requireNone() throws IOException {
        Map<ColumnFamilyStore, List<Memtable>> waiting = new HashMap<>();
        for (ColumnFamilyStore table : ColumnFamilyStore.all()) {
            List<Memtable> flushing = flushing(table);
            if (!flushing.isEmpty()) waiting.put(table, flushing);
        }
        for (Map.Entry<ColumnFamilyStore, List<Memtable>> each : waiting.entrySet()) {
            ColumnFamilyStore table = each.getKey();
            // Nothing is older than that: so it waits for those that were under way, no more.
            FBUtilities.waitOnFuture(table.forceFlush(CommitLogPosition.NONE));
            if (flushing(table).stream().anyMatch(each.getValue()::contains))
                throw new IOException(
                        ("A flush of %s.%s has failed, see above: what was replayed is not all in"
                                        + " SSTables. The journal keeps it; start again when the disk is well")
                                .formatted(table.getKeyspaceName(), table.getTableName()));
        }
    }

    /** Of a table and of its indexes. */
    private static List<Memtable> flushing(ColumnFamilyStore table) {
        List<Memtable> flushing = new ArrayList<>();
        for (ColumnFamilyStore each : table.concatWithIndexes())
            flushing.addAll(each.getTracker().getView().flushingMemtables);
        return flushing;
    }
}
