// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.commitlog.CommitLogDescriptor;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.db.commitlog.CommitLogReadHandler;
import org.apache.cassandra.db.commitlog.CommitLogReader;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.KeyspaceParams;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaTransformations;
import org.apache.cassandra.schema.TableId;

/**
 * A consumer of change data capture written for stock Cassandra, with Cassandra's own reader. It
 * follows the oldest index, reads the segment up to the offset there, and deletes both once the
 * segment is complete. It does not depend on Firesteel. Prints a line for each row; ends with its
 * input.
 */
final class CdcConsumer implements CommitLogReadHandler {
    static final String TABLE = "CREATE TABLE k.t (id int PRIMARY KEY, v text) WITH cdc = true";
    static final String TABLE_ID = "c0ffee00-0000-11f0-8000-000000000001";
    static final String ROW = "ROW ";
    static final String COMPLETED = "COMPLETED ";
    static final String READY = "READY";

    private static final String INDEX = "_cdc.idx";
    private static final int POLL_MILLIS = 20;

    private final Path directory;
    private final Map<Long, Integer> readUpTo = new HashMap<>();
    private int from;
    private int upTo;

    private CdcConsumer(Path directory) {
        this.directory = directory;
    }

    /**
     * Follows the directory cdc_raw in the argument; the system property cassandra.config names the
     * configuration.
     */
    public static void main(String[] args) throws Exception {
        DatabaseDescriptor.toolInitialization();
        Schema.instance.transform(
                SchemaTransformations.addKeyspace(
                        KeyspaceMetadata.create("k", KeyspaceParams.simple(1)), true));
        Schema.instance.transform(
                SchemaTransformations.addTable(
                        CreateTableStatement.parse(TABLE, "k")
                                .id(TableId.fromString(TABLE_ID))
                                .build(),
                        true));
        int exitCode = 0;
        try {
            new CdcConsumer(Path.of(args[0])).followAll();
        } catch (Throwable e) { // also Cassandra's AssertionErrors
            e.printStackTrace();
            exitCode = 1;
        }
        System.exit(exitCode); // Cassandra's threads would keep running
    }

    private void followAll() throws IOException, InterruptedException {
        print(READY);
        while (System.in.available() == 0) {
            poll();
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static void print(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private void poll() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path index :
                    files.filter(each -> each.toString().endsWith(INDEX)).sorted().toList())
                if (!follow(index)) return; // more may come, before the content of the next one
        }
    }

    /** Returns whether the segment is complete and was deleted. */
    private boolean follow(Path index) throws IOException {
        List<String> lines = Files.readAllLines(index);
        if (lines.isEmpty()) return false; // stock Cassandra empties it before it writes
        String name = index.getFileName().toString().replace(INDEX, ".log");
        Path segment = directory.resolve(name);
        long id = CommitLogDescriptor.idFromFileName(name);
        from = readUpTo.getOrDefault(id, 0);
        upTo = Integer.parseInt(lines.get(0));
        if (upTo > from)
            new CommitLogReader()
                    .readCommitLogSegment(
                            this,
                            new File(segment),
                            new CommitLogPosition(id, from),
                            CommitLogReader.ALL_MUTATIONS,
                            false);
        readUpTo.put(id, upTo);
        if (lines.size() == 1) return false;
        Files.delete(index);
        Files.delete(segment);
        print(COMPLETED + name);
        return true;
    }

    @Override
    public void handleMutation(
            Mutation mutation, int size, int entryLocation, CommitLogDescriptor descriptor) {
        if (entryLocation <= from || entryLocation > upTo) return;
        for (PartitionUpdate update : mutation.getPartitionUpdates())
            if (update.metadata().id.toString().equals(TABLE_ID))
                print(
                        ROW
                                + update.metadata()
                                        .partitionKeyType
                                        .getString(update.partitionKey().getKey())
                                + " "
                                + update.unfilteredIterator().next().toString(update.metadata()));
    }

    @Override
    public boolean shouldSkipSegmentOnError(CommitLogReadException exception) throws IOException {
        throw exception;
    }

    @Override
    public void handleUnrecoverableError(CommitLogReadException exception) throws IOException {
        throw exception;
    }
}
