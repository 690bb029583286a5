// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.firesteel.agent.SchemaChanges.Moment;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a journal that runs out of space because no flush succeeds. */
class FullJournalIT {
    private static final int SEGMENT_BYTES = 2 << 20;
    private static final int SEGMENTS = 8;
    private static final int ROW_BYTES = 256 << 10;
    private static final int SMALLEST_ROW_BYTES = 512;
    private static final int MOST_ROWS = 2_000;

    /** The number of rows that are only in the journal when a schema change flushes everything. */
    private static final int SOME_ROWS = 8;

    @TempDir Path directory;
    private FiresteelNode firesteel;

    @BeforeEach
    void placeNode() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "prlimit is not installed");
        String newest = Releases.newest();
        firesteel =
                new FiresteelNode(directory, newest, "127.0.2.3")
                        .formatted(SEGMENT_BYTES, SEGMENTS);
    }

    private NodeSettings settings() {
        return firesteel
                .settings()
                .setting("commitlog_segment_size", "2MiB")
                .setting("disk_failure_policy", "ignore")
                .setting("materialized_views_enabled", true)
                .firesteel("journal_full_wait", "500ms");
    }

    @Test
    @Tag("quick")
    void startsAgainWithEverySegmentDirtyAndLosesNothing() throws Exception {
        List<Integer> acknowledged = new ArrayList<>();
        SchemaChanges schema = new SchemaChanges();
        try (CassandraNode node = settings().start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            session.execute("CREATE TABLE k.big (id int PRIMARY KEY, b blob)");
            flushesInTimeAsLongAsItCan(session);
            session.execute("CREATE TABLE k.stuck (id int PRIMARY KEY, b blob)");
            schema.prepare(session);
            firesteel.blockFlushes("stuck");
            FiresteelNode.limitFileSize(node, Files.size(firesteel.journal));
            fillWhileTheSchemaChanges(session, schema, acknowledged);
            assertThat(acknowledged).hasSizeBetween(SEGMENTS, MOST_ROWS - 1);
            // Reads, and operations that need no space, still work.
            assertThat(FiresteelNode.ids(session, "k.stuck")).containsAll(acknowledged);
            node.kill();
            firesteel.unblockFlushes("stuck");
        }
        JournalInfo full = JournalReader.inspect(firesteel.journal);
        assertThat(full.segments())
                .as("segments in use: all but those kept for start-up")
                .hasSize(full.slots() - JournalOptions.MIN_RESERVE_SEGMENTS);
        try (CassandraNode node = settings().start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.stuck")).containsAll(acknowledged);
            schema.assertKept(session);
            List<Integer> more = new ArrayList<>();
            write(session, prepare(session, "k.stuck"), MOST_ROWS, more);
            assertThat(more).as("the journal has space again").hasSize(1);
            schema.send(session, Moment.RESTARTED).join();
            schema.assertAcknowledged(Moment.RESTARTED);
        }
    }

    /** A device cannot grow: some of its segments are reserved so that the node can start. */
    @Test
    @Tag("full")
    void startsAgainOnADeviceThatIsFull() throws Exception {
        try (RawDevice device =
                RawDevice.formatted(directory.resolve("backing"), SEGMENT_BYTES, SEGMENTS)) {
            fillsAndStartsAgain(settings().firesteel("journal_path", device.path()));
        }
    }

    private void fillsAndStartsAgain(NodeSettings settings) throws Exception {
        List<Integer> acknowledged = new ArrayList<>();
        try (CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            session.execute("CREATE TABLE k.stuck (id int PRIMARY KEY, b blob)");
            firesteel.blockFlushes("stuck");
            fill(session, "k.stuck", 0, acknowledged);
            assertThat(acknowledged).hasSizeBetween(SEGMENTS, MOST_ROWS - 1);
            node.kill();
            firesteel.unblockFlushes("stuck");
        }
        try (CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.stuck")).containsAll(acknowledged);
            List<Integer> more = new ArrayList<>();
            write(session, prepare(session, "k.stuck"), MOST_ROWS, more);
            assertThat(more).as("the journal has space again").hasSize(1);
        }
    }

    /** Writes wait for room in the memtables until Cassandra's limit of a drain has passed. */
    @Test
    @Tag("full")
    void saysThatCassandraGaveADrainUp() throws Exception {
        NodeSettings settings =
                settings()
                        .setting("memtable_heap_space", "4MiB")
                        .jvmOption("-Dcassandra.drain_executor_timeout_ms=1000");
        try (CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            session.execute("CREATE TABLE k.stuck (id int PRIMARY KEY, b blob)");
            firesteel.blockFlushes("stuck");
            PreparedStatement insert = prepare(session, "k.stuck");
            assertThatThrownBy(
                            () -> {
                                for (int id = 0; id < MOST_ROWS; id++)
                                    session.execute(
                                            insert.bind(id, ByteBuffer.allocate(ROW_BYTES)));
                            })
                    .isInstanceOf(WriteTimeoutException.class);
            assertThatThrownBy(() -> node.drainAndStop(FiresteelNode.PATIENCE))
                    .hasMessageContaining("has ended without draining");
        }
        assertThat(firesteel.log())
                .contains("Caught an exception while draining")
                .contains("Cassandra gave the drain up before it came to the journal");
        assertThat(firesteel.poison()).exists();
    }

    /** Writes ten times the journal's size; the journal stays near its size. */
    private void flushesInTimeAsLongAsItCan(CqlSession session) throws Exception {
        PreparedStatement insert = prepare(session, "k.big");
        List<Integer> acknowledged = new ArrayList<>();
        int rows = 10 * SEGMENTS * SEGMENT_BYTES / ROW_BYTES;
        for (int id = 0; id < rows; id++) write(session, insert, id, acknowledged);
        assertThat(acknowledged).hasSize(rows);
        assertThat(JournalReader.inspect(firesteel.journal).slots()).isLessThan(4 * SEGMENTS);
    }

    /** Changes the schema before, while and after the journal fills up. */
    private static void fillWhileTheSchemaChanges(
            CqlSession session, SchemaChanges schema, List<Integer> acknowledged) {
        PreparedStatement insert = prepare(session, "k.stuck");
        for (int id = 0; id < SOME_ROWS; id++) write(session, insert, id, acknowledged);
        schema.send(session, Moment.ROOMY).join();
        schema.assertAcknowledged(Moment.ROOMY);
        CompletableFuture<Void> changes = schema.send(session, Moment.FILLING);
        fill(session, "k.stuck", SOME_ROWS, acknowledged);
        changes.join();
        schema.assertAnswered(Moment.FILLING);
        schema.send(session, Moment.FULL).join();
        schema.assertRefused(Moment.FULL);
    }

    /** Writes until the node refuses even small rows. */
    private static void fill(
            CqlSession session, String table, int first, List<Integer> acknowledged) {
        PreparedStatement insert = prepare(session, table);
        int bytes = ROW_BYTES;
        for (int id = first; id < MOST_ROWS && bytes >= SMALLEST_ROW_BYTES; id++) {
            int before = acknowledged.size();
            write(session, insert, id, bytes, acknowledged);
            if (acknowledged.size() == before) bytes /= 8;
        }
    }

    private static PreparedStatement prepare(CqlSession session, String table) {
        return session.prepare("INSERT INTO " + table + " (id, b) VALUES (?, ?)");
    }

    private static void write(
            CqlSession session, PreparedStatement insert, int id, List<Integer> acknowledged) {
        write(session, insert, id, ROW_BYTES, acknowledged);
    }

    private static void write(
            CqlSession session,
            PreparedStatement insert,
            int id,
            int bytes,
            List<Integer> acknowledged) {
        try {
            session.execute(insert.bind(id, ByteBuffer.allocate(bytes)));
            acknowledged.add(id);
        } catch (WriteFailureException | WriteTimeoutException e) {
            // An error after which a client may try again.
        }
    }
}
