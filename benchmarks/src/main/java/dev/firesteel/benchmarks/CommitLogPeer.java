// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.BufferDecoratedKey;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.commitlog.CommitLog;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.BufferCell;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;

/**
 * Cassandra's own commit log, in one of its durable modes. An append is {@code CommitLog.add} of a
 * mutation whose serialized size is exactly the payload's; {@code add} serializes it. Without a
 * memtable, nothing is flushed: a segment is discarded as soon as the next one begins.
 */
final class CommitLogPeer implements Peer {
    private static final int KEY_BYTES = 8;

    private static final String YAML =
            """
            cluster_name: bench
            partitioner: org.apache.cassandra.dht.Murmur3Partitioner
            endpoint_snitch: SimpleSnitch
            listen_address: 127.0.0.1
            seed_provider:
              - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                parameters:
                  - seeds: 127.0.0.1
            data_file_directories: ['%1$s/data']
            commitlog_directory: '%1$s/commitlog'
            hints_directory: '%1$s/hints'
            saved_caches_directory: '%1$s/saved_caches'
            cdc_raw_directory: '%1$s/cdc_raw'
            commitlog_segment_size: 32MiB
            """;

    private final TableMetadata table =
            TableMetadata.builder("bench", "entries")
                    .partitioner(Murmur3Partitioner.instance)
                    .addPartitionKeyColumn("key", BytesType.instance)
                    .addRegularColumn("value", BytesType.instance)
                    .build();
    private final CommitLog log = CommitLog.instance.start();
    private final AtomicLong newestSegment = new AtomicLong();

    private CommitLogPeer() {}

    /**
     * Starts the commit log. A JVM has only one.
     *
     * @param directory its own directory
     * @param sync the lines of cassandra.yaml that set the mode
     */
    static CommitLogPeer start(Path directory, String sync) throws IOException {
        Path yaml = directory.resolve("cassandra.yaml");
        Files.writeString(yaml, YAML.formatted(directory) + sync);
        System.setProperty("cassandra.config", yaml.toUri().toString());
        System.setProperty("cassandra.storagedir", directory.toString());
        DatabaseDescriptor.daemonInitialization();
        return new CommitLogPeer();
    }

    @Override
    public Appender appender(byte[] payload) {
        Mutation mutation = mutation(payload);
        return () -> append(mutation);
    }

    private void append(Mutation mutation) {
        CommitLogPosition position = log.add(mutation);
        long newest = newestSegment.get();
        if (position.segmentId > newest
                && newestSegment.compareAndSet(newest, position.segmentId)
                && newest > 0)
            log.discardCompletedSegments(
                    table.id, CommitLogPosition.NONE, new CommitLogPosition(position.segmentId, 0));
    }

    /**
     * Returns a mutation of the payload's size, with as much of the payload as fits. Lengths are
     * encoded in as few bytes as possible, so some sizes are skipped: a longer key then
     * compensates.
     */
    Mutation mutation(byte[] payload) {
        for (int keyBytes = KEY_BYTES; keyBytes < 2 * KEY_BYTES; keyBytes++) {
            long room = payload.length - sizeOf(mutation(keyBytes, payload, 0));
            for (int valueBytes = (int) room; valueBytes > 0; valueBytes--) {
                Mutation mutation = mutation(keyBytes, payload, valueBytes);
                if (sizeOf(mutation) == payload.length) return mutation;
                if (sizeOf(mutation) < payload.length) break;
            }
        }
        throw new IllegalArgumentException(
                "no mutation of Cassandra's has " + payload.length + " bytes; try a few more");
    }

    static long sizeOf(Mutation mutation) {
        return Mutation.serializer.serializedSize(mutation, MessagingService.current_version);
    }

    private Mutation mutation(int keyBytes, byte[] payload, int valueBytes) {
        ColumnMetadata column = table.getColumn(ByteBufferUtil.bytes("value"));
        ByteBuffer value = ByteBuffer.wrap(payload, 0, valueBytes).slice();
        Row row = BTreeRow.singleCellRow(Clustering.EMPTY, BufferCell.live(column, 1, value));
        ByteBuffer key = ByteBuffer.allocate(keyBytes);
        return new Mutation(
                PartitionUpdate.singleRowUpdate(
                        table,
                        new BufferDecoratedKey(Murmur3Partitioner.instance.getToken(key), key),
                        row));
    }

    @Override
    public void close() throws InterruptedException {
        log.shutdownBlocking();
    }
}
