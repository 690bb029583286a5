// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.Owner;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the result of a replay, and its reaction to damage. */
class ReplayIT {
    private static final int ROWS = 100;
    private static final int STOPPED_BY_DAMAGE = 100;
    private static final int REFUSED = 3;

    /**
     * The number of rows of 1 KiB; both tables together exceed the memtable space, each alone does
     * not.
     */
    private static final int LARGER_TABLE = 3_000;

    private static final int SMALLER_TABLE = 2_500;
    private static final int COMMIT_LOG_VERSION = 8;
    private static final Duration TEN_YEARS = Duration.ofDays(3_650);

    @TempDir Path directory;
    private FiresteelNode firesteel;

    @BeforeEach
    void placeNode() throws Exception {
        String newest = Releases.newest();
        firesteel = new FiresteelNode(directory, newest, "127.0.2.6").formatted();
    }

    @Test
    @Tag("quick")
    void damageStopsTheStartUnlessTheOperatorSaysOtherwise() throws Exception {
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            FiresteelNode.insert(session, "k.t", 0, ROWS);
            session.execute("INSERT INTO k.t (id, v) VALUES (-1, 'the one that rots')");
            FiresteelNode.insert(session, "k.t", ROWS, 2 * ROWS);
            node.kill();
        }
        flipOneBitOf("the one that rots");
        try (CassandraNode node = firesteel.settings().start()) {
            node.onExit().get(FiresteelNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(node.exitCode()).isEqualTo(STOPPED_BY_DAMAGE);
            assertThat(firesteel.log()).contains("The journal is damaged: ");
        }
        NodeSettings ignoring =
                firesteel.settings().jvmOption("-Dcassandra.commitlog.ignorereplayerrors=true");
        try (CassandraNode node = ignoring.start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(range(2 * ROWS));
            assertThat(firesteel.log())
                    .contains("-Dcassandra.commitlog.ignorereplayerrors=true: this start goes on")
                    .contains(
                            "Firesteel: the replay went on past damage in 1 places, listed above");
            assertThat(kept()).singleElement().asString().contains("he one that rots");
        }
    }

    /** Returns the copies of damaged segments. */
    private List<String> kept() throws IOException {
        try (Stream<Path> files = Files.list(firesteel.commitLog().resolve("damaged"))) {
            List<String> content = new ArrayList<>();
            for (Path each : files.toList())
                content.add(Files.readString(each, StandardCharsets.ISO_8859_1));
            return content;
        }
    }

    private void flipOneBitOf(String text) throws Exception {
        byte[] content = Files.readAllBytes(firesteel.journal);
        int at = new String(content, StandardCharsets.ISO_8859_1).indexOf(text);
        assertThat(at).as("where the text lies in the journal").isPositive();
        try (RandomAccessFile file = new RandomAccessFile(firesteel.journal.toFile(), "rw")) {
            file.seek(at);
            file.write(content[at] ^ 1);
        }
    }

    /** Consecutive memtables share a position, and the flush of one may fail. */
    @Test
    @Tag("full")
    void aWriteWhoseFlushHasFailedIsReplayedThoughTheNextMemtableWasFlushed() throws Exception {
        NodeSettings settings = firesteel.settings().setting("disk_failure_policy", "ignore");
        try (CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            FiresteelNode.insert(session, "k.t", 0, 1);
            Path table = tableDirectory();
            Path aside = Files.move(table, table.resolveSibling("aside"));
            Files.createFile(table); // blocks the flush
            assertThatThrownBy(() -> flush(node)).hasStackTraceContaining("FSWriteError");
            Files.delete(table);
            Files.move(aside, table);
            FiresteelNode.insert(session, "k.t", 1, 2);
            flush(node);
            node.kill();
        }
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(range(2));
        }
    }

    /**
     * A replay may fill memory, and no caller waits for the flush of a memtable that makes room. If
     * that flush fails and the node goes on, its writes are in no SSTable.
     */
    @Test
    void aFlushThatFailsInAReplayKeepsTheJournal() throws Exception {
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            session.execute("CREATE TABLE k.u (id int PRIMARY KEY, v blob)");
            session.execute("CREATE TABLE k.v (id int PRIMARY KEY, v blob)");
            flush(node);
            insertKibibytes(session, "k.u", LARGER_TABLE);
            insertKibibytes(session, "k.v", SMALLER_TABLE);
            node.kill();
        }
        Path table = tableDirectory("u-");
        assumeTrue(
                changeAttribute("+i", table),
                "skipped: it takes root, and a file system with attributes, to seal a directory");
        NodeSettings small =
                firesteel
                        .settings()
                        .setting("disk_failure_policy", "ignore")
                        .setting("memtable_heap_space", "8MiB")
                        .setting("memtable_offheap_space", "8MiB")
                        .setting("memtable_cleanup_threshold", 0.5);
        try (CassandraNode node = small.start()) {
            node.onExit().get(FiresteelNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(node.exitCode()).isEqualTo(REFUSED);
            assertThat(firesteel.log()).contains("A flush of k.u has failed, see above");
        } finally {
            changeAttribute("-i", table);
        }
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.u")).isEqualTo(range(LARGER_TABLE));
            assertThat(FiresteelNode.ids(session, "k.v")).isEqualTo(range(SMALLER_TABLE));
        }
    }

    private static boolean changeAttribute(String change, Path directory) throws Exception {
        return new ProcessBuilder("chattr", change, directory.toString()).start().waitFor() == 0;
    }

    private static void insertKibibytes(CqlSession session, String table, int rows) {
        PreparedStatement insert =
                session.prepare("INSERT INTO " + table + " (id, v) VALUES (?, ?)");
        for (int i = 0; i < rows; i++)
            session.execute(insert.bind(i, ByteBuffer.allocate(1 << 10)));
    }

    private Path tableDirectory() throws IOException {
        return tableDirectory("");
    }

    private Path tableDirectory(String prefix) throws IOException {
        try (Stream<Path> tables = Files.list(firesteel.root.resolve("data").resolve("k"))) {
            return tables.filter(each -> each.getFileName().toString().startsWith(prefix))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void flush(CassandraNode node) throws Exception {
        try (JMXConnector connector = node.management()) {
            connector
                    .getMBeanServerConnection()
                    .invoke(
                            new ObjectName("org.apache.cassandra.db:type=StorageService"),
                            "forceKeyspaceFlush",
                            new Object[] {"k", new String[] {"t"}},
                            new String[] {String.class.getName(), String[].class.getName()});
        }
    }

    /** A truncation covers every position below its own; new identifiers must be above it. */
    @Test
    void writesAfterATruncationSurviveAClockThatWasSetBack() throws Exception {
        beginTenYearsAhead();
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            FiresteelNode.insert(session, "k.t", 0, 1);
            session.execute("TRUNCATE k.t");
            session.close();
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        Files.delete(firesteel.journal);
        deleteFloor();
        firesteel.formatted();
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(firesteel.log()).contains("tables refer to commit log segment");
            FiresteelNode.insert(session, "k.t", 0, ROWS);
            node.kill();
        }
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(range(ROWS));
        }
    }

    private void deleteFloor() throws IOException {
        try (DirectoryStream<Path> floors =
                Files.newDirectoryStream(firesteel.commitLog(), "CommitLog-*.log")) {
            for (Path floor : floors) Files.delete(floor);
        }
    }

    /** Opens the journal as the node does, with a clock that is far ahead. */
    private void beginTenYearsAhead() throws Exception {
        Path commitLog = Files.createDirectories(firesteel.commitLog());
        NodeIdentity identity = new NodeIdentity(UUID.randomUUID(), null);
        identity.write(commitLog);
        long ahead = System.currentTimeMillis() + TEN_YEARS.toMillis(); // owns clock
        JournalOptions options =
                new JournalOptions(
                        new Owner(identity.id(), "ahead"),
                        COMMIT_LOG_VERSION,
                        ahead,
                        1,
                        Duration.ofSeconds(1),
                        JournalOptions.DEFAULT_RESERVE_SEGMENTS);
        Journal.open(firesteel.journal, options, JournalListener.none()).close();
    }

    private static List<Integer> range(int to) {
        return IntStream.range(0, to).boxed().toList();
    }
}
