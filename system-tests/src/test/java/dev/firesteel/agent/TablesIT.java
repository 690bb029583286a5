// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.firesteel.node.CassandraNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the virtual tables of the journal against the counts of the kernel and the client. */
class TablesIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String ADDRESS = "127.0.63.1";
    private static final int PROMETHEUS_PORT = 9500;
    private static final int ROWS = 3_000;
    private static final int ROW_BYTES = 8 << 10;

    @TempDir Path directory;

    private record Written(long entries, long records, long bytes, long kernelBytes) {}

    @ParameterizedTest
    @MethodSource("dev.firesteel.node.Releases#ofTier")
    void tellWhatTheKernelHasCounted(String release) throws Exception {
        FiresteelNode firesteel = new FiresteelNode(directory, release, ADDRESS);
        try (RawDevice device =
                        RawDevice.formatted(
                                directory.resolve("backing"), FiresteelNode.SEGMENT_BYTES, 8);
                CassandraNode node =
                        firesteel
                                .settings()
                                .firesteel("journal_path", device.path())
                                .firesteel("prometheus_address", ADDRESS)
                                .firesteel("prometheus_port", PROMETHEUS_PORT)
                                .start()
                                .awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            session.execute("CREATE TABLE k.b (id int PRIMARY KEY, b blob)");
            Written before = written(session, device);
            insert(session);
            Written after = written(session, device);
            // The node also writes tables of its own, the more the longer this takes.
            assertThat(after.entries - before.entries).isBetween((long) ROWS, ROWS + ROWS / 2L);
            assertThat(after.records - before.records).isBetween(1L, after.entries);
            assertThat(after.bytes - before.bytes)
                    .isGreaterThan((long) ROWS * ROW_BYTES)
                    .isCloseTo(after.kernelBytes - before.kernelBytes, withinPercentage(1));
            tellPrometheus(after, session, device);
            tellTheRegistry(after, node, session, device);
            tellWhoNeedsASegment(node, session);
            tellHowLongWritesWait(session);
        }
    }

    private static Written written(CqlSession session, RawDevice device) throws Exception {
        Row row = session.execute("SELECT * FROM firesteel.journal").one();
        assertThat(row.getString("journal")).isEqualTo(device.path().toString());
        assertThat(row.getInt("segments")).isEqualTo(8);
        assertThat(row.getInt("free_segments")).isBetween(0, 7);
        assertThat(row.getBoolean("growable")).isFalse();
        assertThat(row.getBoolean("failed")).isFalse();
        assertThat(row.getInt("replies_held_now")).isNotNegative();
        assertThat(row.getLong("oldest_held_reply_micros")).isNotNegative();
        return new Written(
                row.getLong("entries"),
                row.getLong("records"),
                row.getLong("written_bytes"),
                device.bytesWritten());
    }

    /** Compares the Prometheus page with CQL, between two queries there. */
    private static void tellPrometheus(Written before, CqlSession session, RawDevice device)
            throws Exception {
        Map<String, Double> page = page();
        Written after = written(session, device);
        assertThat(count(page, "entries")).isBetween(before.entries, after.entries);
        assertThat(count(page, "records")).isBetween(before.records, after.records);
        assertThat(count(page, "written_bytes")).isBetween(before.bytes, after.bytes);
        assertThat(page.get("firesteel_journal_segments")).isEqualTo(8);
        assertThat(page)
                .hasKeySatisfying(
                        new Condition<>(
                                key -> key.startsWith("firesteel_files{kind=\"data\""),
                                "of SSTables"));
        assertThat(page.get("firesteel_journal_wait_seconds_count{metric=\"WaitingOnCommit\"}"))
                .isGreaterThanOrEqualTo(ROWS);
        assertThat(page.get("firesteel_journal_wait_seconds_max{metric=\"WaitingOnCommit\"}"))
                .isPositive();
        assertThat(page)
                .containsKeys(
                        "firesteel_journal_replies_held_now",
                        "firesteel_journal_oldest_held_reply_seconds");
    }

    private static void tellTheRegistry(
            Written before, CassandraNode node, CqlSession session, RawDevice device)
            throws Exception {
        try (JMXConnector connector = node.management()) {
            MBeanServerConnection beans = connector.getMBeanServerConnection();
            long entries = metric(beans, "CompletedTasks");
            long records = metric(beans, "Records");
            long bytes = metric(beans, "WrittenBytes");
            long entryBytes = metric(beans, "EntryBytes");
            Written after = written(session, device);
            assertThat(entries).isBetween(before.entries, after.entries);
            assertThat(records).isBetween(before.records, after.records);
            assertThat(bytes).isBetween(before.bytes, after.bytes);
            assertThat(entryBytes).isBetween((long) ROWS * ROW_BYTES, bytes);
            assertThat(metric(beans, "Segments")).isEqualTo(8);
            assertThat(metric(beans, "FreeSegments")).isBetween(0L, 7L);
        }
    }

    private static long metric(MBeanServerConnection beans, String name) throws Exception {
        return (Long)
                beans.getAttribute(
                        new ObjectName("org.apache.cassandra.metrics:type=CommitLog,name=" + name),
                        "Value");
    }

    private static long count(Map<String, Double> page, String name) {
        return requireNonNull(page.get("firesteel_journal_" + name + "_total")).longValue();
    }

    /** Returns each line that is no comment: a name, perhaps with labels, and a value. */
    private static Map<String, Double> page() throws Exception {
        URI uri = URI.create("http://" + ADDRESS + ":" + PROMETHEUS_PORT + "/metrics");
        HttpResponse<Stream<String>> answer =
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(uri).build(),
                                HttpResponse.BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ", 2))
                .collect(Collectors.toMap(line -> line[0], line -> Double.valueOf(line[1])));
    }

    private static void insert(CqlSession session) {
        PreparedStatement insert = session.prepare("INSERT INTO k.b (id, b) VALUES (?, ?)");
        for (int id = 0; id < ROWS; id++)
            session.execute(insert.bind(id, ByteBuffer.allocate(ROW_BYTES)));
    }

    private static void tellWhoNeedsASegment(CassandraNode node, CqlSession session)
            throws Exception {
        assertThat(dirty(session, "k.b")).isPositive();
        try (JMXConnector connector = node.management()) {
            connector
                    .getMBeanServerConnection()
                    .invoke(
                            new ObjectName("org.apache.cassandra.db:type=StorageService"),
                            "forceKeyspaceFlush",
                            new Object[] {"k", new String[] {"b"}},
                            new String[] {String.class.getName(), String[].class.getName()});
        }
        await().atMost(SOON).untilAsserted(() -> assertThat(dirty(session, "k.b")).isZero());
    }

    /** Returns the number of segments that a table needs. */
    private static long dirty(CqlSession session, String table) {
        return session.execute("SELECT * FROM firesteel.segments").all().stream()
                .map(row -> row.getSet("dirty_tables", String.class))
                .map(tables -> tables == null ? Set.of() : tables)
                .filter(tables -> tables.contains(table))
                .count();
    }

    private static void tellHowLongWritesWait(CqlSession session) {
        Row commit =
                session.execute("SELECT * FROM firesteel.waits WHERE metric = 'WaitingOnCommit'")
                        .one();
        assertThat(commit.getLong("count")).isGreaterThanOrEqualTo(ROWS);
        assertThat(commit.getDouble("p50_micros")).isBetween(1.0, commit.getDouble("p99_micros"));
        assertThat(commit.getDouble("p99_micros")).isLessThan(60_000_000);
        assertThat(session.execute("SELECT * FROM firesteel.waits").all()).hasSize(3);
    }
}
