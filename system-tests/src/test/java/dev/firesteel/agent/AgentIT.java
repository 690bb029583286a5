// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.CassandraRelease;
import dev.firesteel.node.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the life of a node: with Firesteel, without it, and with it again. */
class AgentIT {
    private static final int ROWS = 200;
    private static final int STOCK_REFUSES = 100;
    private static final String SAME_ID = " WITH id = 5a1c395e-b41f-11e5-9f22-ba0be0483c18";
    private static final int TOO_MANY_ELEMENTS = 150_000;

    @TempDir Path directory;

    @Test
    @Tag("quick")
    void losesNothingWhoeverWritesTheCommitLog() throws Exception {
        livesAndDies(Releases.newest());
    }

    /** In the tier verify, {@code UpgradeIT} starts the lowest release. */
    @Test
    @Tag("full")
    void losesNothingWhoeverWritesTheCommitLogOfTheLowestRelease() throws Exception {
        livesAndDies(CassandraRelease.lowest().version());
    }

    private void livesAndDies(String version) throws Exception {
        FiresteelNode firesteel = new FiresteelNode(directory, version, "127.0.2.1").formatted();
        hadAClockThatWasAhead(firesteel);
        writesAndIsKilled(firesteel);
        stockRefusesOverUnreplayedWrites(firesteel);
        hasEveryRowAfterTheKillAndDrains(firesteel);
        stockStartsOverTheDrainedNodeAndIsKilled(firesteel);
        takesOverTheUncleanStockCommitLog(firesteel);
    }

    /**
     * Leaves a stock floor file of the future. Stock identifiers are times in milliseconds and
     * never go back.
     */
    private static void hadAClockThatWasAhead(FiresteelNode firesteel) throws IOException {
        long tomorrow = System.currentTimeMillis() + Duration.ofDays(1).toMillis(); // owns clock
        new SegmentIdFloorFile(Files.createDirectories(firesteel.commitLog()), 8).place(tomorrow);
    }

    private static void writesAndIsKilled(FiresteelNode firesteel) throws Exception {
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            session.execute("CREATE TABLE k.dropped (id int PRIMARY KEY, v text)" + SAME_ID);
            session.execute("CREATE TABLE k.truncated (id int PRIMARY KEY, v text)");
            session.execute(
                    "CREATE KEYSPACE loose WITH replication = {'class': 'SimpleStrategy',"
                            + " 'replication_factor': 1} AND durable_writes = false");
            session.execute("CREATE TABLE loose.t (id int PRIMARY KEY, v text)");
            FiresteelNode.insert(session, "k.dropped", 0, ROWS);
            FiresteelNode.insert(session, "k.truncated", 0, ROWS);
            session.execute("DROP TABLE k.dropped");
            session.execute("CREATE TABLE k.dropped (id int PRIMARY KEY, v text)" + SAME_ID);
            session.execute("TRUNCATE k.truncated");
            FiresteelNode.insert(session, "k.truncated", ROWS, ROWS + 1);
            long before = entryCount(node);
            FiresteelNode.insert(session, "loose.t", 0, ROWS);
            assertThat(entryCount(node) - before).as("entries for loose.t").isLessThan(ROWS);
            FiresteelNode.insert(session, "k.t", 0, ROWS);
            assertThat(entryCount(node) - before).isGreaterThanOrEqualTo(ROWS);
            assertThat(firesteel.poison()).exists();
            assertThat(stockFiles(firesteel)).isEmpty();
            refusesAMutationThatIsTooLarge(session);
            showsTrueValues(node);
            givesLifetimes(firesteel, session);
            node.kill();
        }
    }

    /** The request has a limit, too: list elements are larger in the mutation than there. */
    private static void refusesAMutationThatIsTooLarge(CqlSession session) {
        session.execute("CREATE TABLE k.lists (id int PRIMARY KEY, v list<int>)");
        List<Integer> elements = Collections.nCopies(TOO_MANY_ELEMENTS, 0);
        assertThatThrownBy(
                        () ->
                                session.execute(
                                        "INSERT INTO k.lists (id, v) VALUES (1, ?)", elements))
                .isInstanceOf(InvalidQueryException.class)
                .hasMessageContaining("oversized mutation");
    }

    private static void showsTrueValues(CassandraNode node) throws Exception {
        try (JMXConnector connector = node.management()) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            ObjectName commitLog = new ObjectName("org.apache.cassandra.db:type=Commitlog");
            List<?> names = (List<?>) server.getAttribute(commitLog, "ActiveSegmentNames");
            assertThat(names).isNotEmpty();
            assertThat(names.get(0).toString()).matches("CommitLog-8-\\d+\\.log");
            assertThat((Long) server.getAttribute(commitLog, "ActiveContentSize")).isPositive();
            assertThat(server.getAttribute(commitLog, "ActiveOnDiskSize"))
                    .isEqualTo((long) names.size() * FiresteelNode.SEGMENT_BYTES);
            assertThat(metric(server, "TotalCommitLogSize", "Value"))
                    .isEqualTo((long) names.size() * FiresteelNode.SEGMENT_BYTES);
            assertThat(metric(server, "PendingTasks", "Value")).isGreaterThanOrEqualTo(0);
            assertThat(metric(server, "WaitingOnCommit", "Count")).isPositive();
            assertThat(metric(server, "WaitingOnFlush", "Count")).isPositive();
            assertThat(metric(server, "OverSizedMutations", "Count")).isOne();
        }
    }

    private static void givesLifetimes(FiresteelNode firesteel, CqlSession session)
            throws IOException {
        assertThat(HintReader.read(firesteel.journal)).isEqualTo("short");
        assertThat(session.execute("SELECT * FROM firesteel.lifetimes WHERE kind = 'data'").all())
                .isNotEmpty()
                .allSatisfy(
                        row ->
                                assertThat(row.getLong("accepted"))
                                        .isEqualTo(row.getLong("files_ever")))
                .noneSatisfy(row -> assertThat(row.getString("level")).isEqualTo("-"));
        try (Stream<Path> files = Files.walk(firesteel.root.resolve("data"))) {
            assertThat(files.filter(file -> file.toString().endsWith("-Data.db")))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(HintReader.read(file)).isNotEqualTo("not-set"));
        }
    }

    private static long entryCount(CassandraNode node) throws Exception {
        try (JMXConnector connector = node.management()) {
            return metric(connector.getMBeanServerConnection(), "CompletedTasks", "Value");
        }
    }

    private static long metric(MBeanServerConnection server, String name, String attribute)
            throws Exception {
        ObjectName metric =
                new ObjectName("org.apache.cassandra.metrics:type=CommitLog,name=" + name);
        return ((Number) server.getAttribute(metric, attribute)).longValue();
    }

    private static void stockRefusesOverUnreplayedWrites(FiresteelNode firesteel) throws Exception {
        String before = FiresteelNode.hash(firesteel.journal);
        try (CassandraNode stock = firesteel.stock().start()) {
            stock.onExit().get(FiresteelNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(stock.exitCode()).isEqualTo(STOCK_REFUSES);
        }
        assertThat(firesteel.poison()).exists();
        assertThat(FiresteelNode.hash(firesteel.journal)).isEqualTo(before);
    }

    private static void hasEveryRowAfterTheKillAndDrains(FiresteelNode firesteel) throws Exception {
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(range(0, ROWS));
            assertThat(FiresteelNode.ids(session, "k.truncated")).isEqualTo(range(ROWS, ROWS + 1));
            assertThat(FiresteelNode.ids(session, "k.dropped")).isEmpty();
            assertThat(FiresteelNode.ids(session, "loose.t")).isEmpty();
            FiresteelNode.insert(session, "k.t", ROWS, 2 * ROWS);
            session.close();
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        assertThat(firesteel.poison()).doesNotExist();
        assertThat(stockFiles(firesteel)).hasSize(1);
        JournalInfo info = JournalReader.inspect(firesteel.journal);
        assertThat(info.segments()).isEmpty();
    }

    private static void stockStartsOverTheDrainedNodeAndIsKilled(FiresteelNode firesteel)
            throws Exception {
        try (CassandraNode stock =
                        firesteel
                                .stock()
                                .setting("commitlog_sync", "batch")
                                .start()
                                .awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(stock)) {
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(range(0, 2 * ROWS));
            FiresteelNode.insert(session, "k.t", 2 * ROWS, 3 * ROWS);
            // Below the position of the truncation they would count as truncated.
            FiresteelNode.insert(session, "k.truncated", ROWS + 1, ROWS + 2);
            stock.kill();
        }
        assertThat(stockFiles(firesteel)).isNotEmpty();
    }

    private static void takesOverTheUncleanStockCommitLog(FiresteelNode firesteel)
            throws Exception {
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(range(0, 3 * ROWS));
            assertThat(FiresteelNode.ids(session, "k.truncated")).isEqualTo(range(ROWS, ROWS + 2));
            assertThat(stockFiles(firesteel)).isEmpty();
            assertThat(firesteel.poison()).exists();
        }
    }

    private static List<Path> stockFiles(FiresteelNode firesteel) throws IOException {
        try (Stream<Path> files = Files.list(firesteel.commitLog())) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .filter(file -> !file.equals(firesteel.poison()))
                    .toList();
        }
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }
}
