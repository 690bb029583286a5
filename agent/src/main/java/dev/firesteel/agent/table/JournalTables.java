// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.table;

import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import dev.firesteel.journal.JournalStatus;
import dev.firesteel.journal.SegmentInfo;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.SetType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;

/**
 * The virtual tables {@code journal}, {@code segments} and {@code waits}. Their contents are
 * computed on each read.
 *
 * @param path the path of the journal
 * @param status returns the journal's status
 * @param segments returns the segments that have not been released
 * @param dirtyTables returns the tables that still need a segment, by segment identifier
 * @param replies the held replies to clients
 * @param waits the wait times of writes, by name
 */
public record JournalTables(
        Path path,
        Supplier<JournalStatus> status,
        Supplier<List<SegmentInfo>> segments,
        Supplier<Map<Long, Set<TableId>>> dirtyTables,
        HeldReplies replies,
        Map<String, Timer> waits) {
    /** Returns all three tables. */
    public List<VirtualTable> all() {
        return List.of(
                table(
                        definition("journal", "journal", UTF8Type.instance)
                                .comment("State of the journal; counts are since the start")
                                .addRegularColumn("segment_bytes", LongType.instance)
                                .addRegularColumn("segments", Int32Type.instance)
                                .addRegularColumn("free_segments", Int32Type.instance)
                                .addRegularColumn("reserve_segments", Int32Type.instance)
                                .addRegularColumn("growable", BooleanType.instance)
                                .addRegularColumn("failed", BooleanType.instance)
                                .addRegularColumn("entries", LongType.instance)
                                .addRegularColumn("waiting", LongType.instance)
                                .addRegularColumn("held_replies", LongType.instance)
                                .addRegularColumn("replies_held_now", Int32Type.instance)
                                .addRegularColumn("oldest_held_reply_micros", LongType.instance)
                                .addRegularColumn("records", LongType.instance)
                                .addRegularColumn("entry_bytes", LongType.instance)
                                .addRegularColumn("written_bytes", LongType.instance),
                        this::addJournal),
                table(
                        definition("segments", "id", LongType.instance)
                                .comment("Segments that are needed, or were until a moment ago")
                                .addRegularColumn("slot", Int32Type.instance)
                                .addRegularColumn("recovered", BooleanType.instance)
                                .addRegularColumn("entry_bytes", LongType.instance)
                                .addRegularColumn("device_bytes", LongType.instance)
                                .addRegularColumn(
                                        "dirty_tables",
                                        SetType.getInstance(UTF8Type.instance, false)),
                        this::addSegments),
                table(
                        definition("waits", "metric", UTF8Type.instance)
                                .comment("Wait times of writes, as Cassandra estimates them")
                                .addRegularColumn("count", LongType.instance)
                                .addRegularColumn("per_second", DoubleType.instance)
                                .addRegularColumn("p50_micros", DoubleType.instance)
                                .addRegularColumn("p95_micros", DoubleType.instance)
                                .addRegularColumn("p99_micros", DoubleType.instance)
                                .addRegularColumn("p999_micros", DoubleType.instance)
                                .addRegularColumn("max_micros", LongType.instance),
                        this::addWaits));
    }

    private static TableMetadata.Builder definition(
            String table, String key, AbstractType<?> type) {
        return TableMetadata.builder(FiresteelKeyspace.NAME, table)
                .kind(TableMetadata.Kind.VIRTUAL)
                .partitioner(new LocalPartitioner(type))
                .addPartitionKeyColumn(key, type);
    }

    private static VirtualTable table(
            TableMetadata.Builder definition, Consumer<SimpleDataSet> rows) {
        TableMetadata metadata = definition.build();
        return new AbstractVirtualTable.SimpleTable(
                metadata,
                () -> {
                    SimpleDataSet data = new SimpleDataSet(metadata);
                    rows.accept(data);
                    return data;
                });
    }

    private void addJournal(SimpleDataSet data) {
        JournalStatus now = status.get();
        data.row(path.toString())
                .column("segment_bytes", (long) now.segmentBytes())
                .column("segments", now.slots())
                .column("free_segments", now.freeSlots())
                .column("reserve_segments", now.reserveSlots())
                .column("growable", now.growable())
                .column("failed", now.failed())
                .column("entries", now.completedAppends())
                .column("waiting", now.pendingAppends())
                .column("held_replies", replies.heldSinceStart())
                .column("replies_held_now", replies.held())
                .column("oldest_held_reply_micros", replies.oldestHeldNanos() / 1_000)
                .column("records", now.records())
                .column("entry_bytes", now.entryBytes())
                .column("written_bytes", now.writtenBytes());
    }

    private void addSegments(SimpleDataSet data) {
        Map<Long, Set<TableId>> dirty = dirtyTables.get();
        for (SegmentInfo each : segments.get())
            data.row(each.id())
                    .column("slot", each.slot())
                    .column("recovered", each.recovered())
                    .column("entry_bytes", each.contentBytes())
                    .column("device_bytes", each.deviceBytes())
                    .column("dirty_tables", names(dirty.getOrDefault(each.id(), Set.of())));
    }

    private static Set<String> names(Collection<TableId> tables) {
        return tables.stream().map(JournalTables::name).collect(Collectors.toSet());
    }

    /** Returns a table's name, or its identifier if it was dropped. */
    private static String name(TableId id) {
        TableMetadata table = Schema.instance.getTableMetadata(id);
        return table == null ? id.toString() : table.toString();
    }

    private void addWaits(SimpleDataSet data) {
        waits.forEach((name, timer) -> addWait(data, name, timer));
    }

    private static void addWait(SimpleDataSet data, String name, Timer timer) {
        Snapshot micros = timer.getSnapshot();
        data.row(name)
                .column("count", timer.getCount())
                .column("per_second", timer.getOneMinuteRate())
                .column("p50_micros", micros.getMedian())
                .column("p95_micros", micros.get95thPercentile())
                .column("p99_micros", micros.get99thPercentile())
                .column("p999_micros", micros.get999thPercentile())
                .column("max_micros", micros.getMax());
    }
}
