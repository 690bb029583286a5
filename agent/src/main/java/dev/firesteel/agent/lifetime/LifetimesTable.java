// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import dev.firesteel.agent.table.FiresteelKeyspace;
import java.util.List;
import java.util.function.Supplier;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;

/** The virtual table {@code firesteel.lifetimes}: statistics of files, by kind and level. */
final class LifetimesTable {
    private static final String COMMENT =
            "Write lifetimes of files. accepted: hints that the kernel accepted; known_to_act:"
                    + " whether the file system or drive is known to use them. No column shows an"
                    + " effect.";

    private LifetimesTable() {}

    static VirtualTable of(Supplier<List<LifetimeRow>> rows) {
        TableMetadata metadata =
                TableMetadata.builder(FiresteelKeyspace.NAME, "lifetimes")
                        .comment(COMMENT)
                        .kind(TableMetadata.Kind.VIRTUAL)
                        .partitioner(new LocalPartitioner(UTF8Type.instance))
                        .addPartitionKeyColumn("kind", UTF8Type.instance)
                        .addClusteringColumn("level", UTF8Type.instance)
                        .addRegularColumn("lifetime", UTF8Type.instance)
                        .addRegularColumn("files", LongType.instance)
                        .addRegularColumn("bytes", LongType.instance)
                        .addRegularColumn("files_ever", LongType.instance)
                        .addRegularColumn("files_deleted", LongType.instance)
                        .addRegularColumn("mean_age_seconds", DoubleType.instance)
                        .addRegularColumn("accepted", LongType.instance)
                        .addRegularColumn("refused", LongType.instance)
                        .addRegularColumn("known_to_act", UTF8Type.instance)
                        .addRegularColumn("reason", UTF8Type.instance)
                        .build();
        return new AbstractVirtualTable.SimpleTable(metadata, () -> data(metadata, rows.get()));
    }

    private static SimpleDataSet data(TableMetadata metadata, List<LifetimeRow> rows) {
        SimpleDataSet data = new SimpleDataSet(metadata);
        for (LifetimeRow row : rows) add(data, row);
        return data;
    }

    private static void add(SimpleDataSet data, LifetimeRow row) {
        data.row(row.files().kind().text(), row.files().levelText())
                .column("lifetime", row.lifetime().text())
                .column("files", row.alive())
                .column("bytes", row.bytes())
                .column("files_ever", row.created())
                .column("files_deleted", row.deleted())
                .column("mean_age_seconds", row.meanAgeSeconds())
                .column("accepted", row.accepted())
                .column("refused", row.refused())
                .column("known_to_act", row.acts().acts())
                .column("reason", row.acts().reason());
    }
}
