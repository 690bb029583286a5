// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.CassandraRelease;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the kernel's write-lifetime hint of every live file matches the table. */
@Tag("full")
class LifetimesIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int ROWS = 80;
    private static final int ROW_BYTES = 64 << 10;

    /**
     * The number of rows, with overhead, in a mebibyte; unified compaction assumes flushes of whole
     * ones.
     */
    private static final int ROWS_PER_MEBIBYTE = 14;

    private static final Map<String, String> BY_LEVEL =
            Map.of("0", "medium", "1", "none", "2", "long", "3", "extreme");

    @TempDir Path directory;

    @Test
    void everyFileHasTheLifetimeOfItsKindAndLevel() throws Exception {
        FiresteelNode firesteel =
                new FiresteelNode(directory, CassandraRelease.newest().version(), "127.0.61.1")
                        .formatted();
        try (CassandraNode node = settings(firesteel).start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            createLeveledTable(session);
            insert(session);
            flush(node, "t");
            assertThat(CommitLogGauge.of(node, JournalMetrics.EARLY_WRITEBACK_BYTES))
                    .isBetween((long) (ROWS - ROWS_PER_MEBIBYTE) * ROW_BYTES, 64L << 20);
            assertHintsAreAsTheTableSays(session);
            assertThat(dataHints("t")).containsOnlyKeys("medium");
            compact(node, "t");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(dataHints("t")).containsKeys("none", "long"));
            assertHintsAreAsTheTableSays(session);
            assertHintsAreThoseOfLevels(node);
            assertWhatIsKnownIsToldApart(session);
            session.close();
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        assertTraceTellsOfFlushAndCompaction();
        for (Path file : files()) HintReader.forget(file);
        try (CassandraNode node = settings(firesteel).start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            assertHintsAreAsTheTableSays(session);
            assertHintsAreThoseOfLevels(node);
            assertHintsOfOtherStrategies(node, session);
            assertThat(firesteel.log()).doesNotContain("Firesteel: the trace", "write lifetime");
        }
    }

    private NodeSettings settings(FiresteelNode firesteel) {
        return firesteel
                .settings()
                .firesteel("lifetimes", Map.of("preset", "rocksdb", "data.1", "none"))
                .firesteel("trace_directory", directory.resolve("trace"));
    }

    private static void createLeveledTable(CqlSession session) {
        session.execute(
                "CREATE KEYSPACE k WITH replication = "
                        + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute(
                "CREATE TABLE k.t (id int PRIMARY KEY, v blob, s text) WITH compression ="
                        + " {'enabled': false} AND compaction = {'class':"
                        + " 'LeveledCompactionStrategy', 'sstable_size_in_mb': 1,"
                        + " 'fanout_size': 2}");
        session.execute("CREATE INDEX by_s ON k.t (s) USING 'sai'");
    }

    private static void insert(CqlSession session) {
        byte[] value = new byte[ROW_BYTES];
        Random random = new Random(4);
        for (int id = 0; id < ROWS; id++) {
            random.nextBytes(value);
            session.execute(
                    "INSERT INTO k.t (id, v, s) VALUES (?, ?, ?)",
                    id,
                    ByteBuffer.wrap(value.clone()),
                    "s" + id);
        }
    }

    private static void flush(CassandraNode node, String... tables) throws Exception {
        storage(node, "forceKeyspaceFlush", new Object[] {"k", tables});
    }

    private static void compact(CassandraNode node, String... tables) throws Exception {
        storage(node, "forceKeyspaceCompaction", new Object[] {false, "k", tables});
    }

    private static void storage(CassandraNode node, String operation, Object[] arguments)
            throws Exception {
        String[] types =
                Stream.of(arguments)
                        .map(each -> each instanceof Boolean ? boolean.class : each.getClass())
                        .map(Class::getName)
                        .toArray(String[]::new);
        try (JMXConnector connector = node.management()) {
            connector
                    .getMBeanServerConnection()
                    .invoke(
                            new ObjectName("org.apache.cassandra.db:type=StorageService"),
                            operation,
                            arguments,
                            types);
        }
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>(List.of(directory.resolve("journal")));
        for (String part : List.of("data", "saved_caches", "hints"))
            try (Stream<Path> found = Files.walk(directory.resolve(part))) {
                files.addAll(found.filter(Files::isRegularFile).toList());
            }
        return files;
    }

    /** Compares the table with the kernel's hints, with a separate parser of file names. */
    private void assertHintsAreAsTheTableSays(CqlSession session) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> {
                            Map<String, Long> said = new TreeMap<>();
                            for (Row row : session.execute("SELECT * FROM firesteel.lifetimes"))
                                if (isCompared(row.getString("kind")))
                                    add(
                                            said,
                                            row.getString("kind") + " " + row.getString("lifetime"),
                                            row.getLong("files"));
                            Map<String, Long> read = new TreeMap<>();
                            for (Path file : files())
                                if (isCompared(kind(file)))
                                    add(read, kind(file) + " " + HintReader.read(file), 1);
                            assertThat(read).isEqualTo(said);
                        });
    }

    private static void add(Map<String, Long> counts, String key, long count) {
        if (count > 0) counts.merge(key, count, Long::sum);
    }

    /** Leaves out transaction logs, which come and go during the comparison. */
    private static boolean isCompared(String kind) {
        return !List.of("other", "commit-log").contains(kind);
    }

    private static String kind(Path file) {
        String name = file.getFileName().toString();
        if (name.equals("journal")) return "journal";
        if (name.contains("-SAI+")) return "index-other";
        return switch (name.substring(name.lastIndexOf('-') + 1)) {
            case "Data.db" -> "data";
            case "Index.db" -> "index";
            case "Filter.db" -> "filter";
            case "Statistics.db" -> "statistics";
            case "Summary.db" -> "summary";
            case "CompressionInfo.db" -> "compression-info";
            case "Digest.crc32", "CRC.db" -> "digest";
            case "TOC.txt" -> "toc";
            case "Partitions.db" -> "partition-index";
            case "Rows.db" -> "row-index";
            default -> name.contains("Cache-") ? "saved-cache" : "other";
        };
    }

    /** Returns the number of a table's data files by hint. */
    private Map<String, Long> dataHints(String table) throws IOException {
        Map<String, Long> hints = new TreeMap<>();
        for (Path file : files())
            if (kind(file).equals("data") && file.toString().contains("/k/" + table + "-"))
                add(hints, HintReader.read(file), 1);
        return hints;
    }

    private void assertHintsAreThoseOfLevels(CassandraNode node) throws Exception {
        try (JMXConnector connector = node.management()) {
            int[] levels =
                    (int[])
                            connector
                                    .getMBeanServerConnection()
                                    .getAttribute(
                                            new ObjectName(
                                                    "org.apache.cassandra.db:type=Tables,keyspace=k,table=t"),
                                            "SSTableCountPerLevel");
            Map<String, Long> expected = new TreeMap<>();
            for (int level = 0; level < levels.length; level++)
                add(
                        expected,
                        BY_LEVEL.getOrDefault(Integer.toString(level), "extreme"),
                        levels[level]);
            assertThat(dataHints("t")).isEqualTo(expected);
        }
    }

    /** Four flushes make a size tier, and a level; old rows are in an older window. */
    private void assertHintsOfOtherStrategies(CassandraNode node, CqlSession session)
            throws Exception {
        Map<String, String> strategies =
                Map.of("size", "SizeTiered", "unified", "Unified", "window", "TimeWindow");
        strategies.forEach(
                (table, strategy) ->
                        session.execute(
                                "CREATE TABLE k."
                                        + table
                                        + " (id int PRIMARY KEY, v blob) WITH compression ="
                                        + " {'enabled': false} AND compaction = {'class': '"
                                        + strategy
                                        + "CompactionStrategy'}"));
        String[] tables = strategies.keySet().toArray(String[]::new);
        ByteBuffer value = ByteBuffer.allocate(ROW_BYTES);
        for (int id = 0; id < 4 * ROWS_PER_MEBIBYTE; id++) {
            for (String table : tables)
                session.execute(
                        "INSERT INTO k." + table + " (id, v) VALUES (?, ?) USING TIMESTAMP 1",
                        id,
                        value);
            if (id % ROWS_PER_MEBIBYTE == ROWS_PER_MEBIBYTE - 1) flush(node, tables);
            if (id == ROWS_PER_MEBIBYTE)
                for (String table : tables)
                    assertThat(dataHints(table)).as(table).isEqualTo(Map.of("medium", 1L));
        }
        compact(node, tables);
        await().atMost(SOON)
                .untilAsserted(
                        () -> {
                            assertThat(dataHints("size")).isEqualTo(Map.of("none", 1L));
                            assertThat(dataHints("unified")).isEqualTo(Map.of("none", 1L));
                            assertThat(dataHints("window")).isEqualTo(Map.of("none", 1L));
                        });
    }

    private static void assertWhatIsKnownIsToldApart(CqlSession session) {
        Row journal =
                session.execute("SELECT * FROM firesteel.lifetimes WHERE kind = 'journal'").one();
        assertThat(journal.getString("level")).isEqualTo("-");
        assertThat(journal.getString("lifetime")).isEqualTo("short");
        assertThat(journal.getLong("bytes")).isGreaterThan(FiresteelNode.SEGMENT_BYTES);
        for (Row row : session.execute("SELECT * FROM firesteel.lifetimes")) {
            assertThat(row.getLong("accepted")).isEqualTo(row.getLong("files_ever"));
            assertThat(row.getLong("refused")).isZero();
            assertThat(row.getString("known_to_act")).isIn("yes", "no", "unknown");
            assertThat(row.getString("reason")).isNotEmpty();
        }
        Row flushed =
                session.execute(
                                "SELECT * FROM firesteel.lifetimes"
                                        + " WHERE kind = 'data' AND level = '0'")
                        .one();
        assertThat(flushed.getLong("files_deleted")).isPositive();
        assertThat(flushed.getDouble("mean_age_seconds")).isPositive();
    }

    private void assertTraceTellsOfFlushAndCompaction() throws IOException {
        List<String[]> lines = new ArrayList<>();
        try (Stream<Path> parts = Files.list(directory.resolve("trace"))) {
            for (Path part : parts.sorted().toList())
                for (String line : Files.readAllLines(part)) lines.add(line.split("\t", -1));
        }
        assertThat(lines.get(0)).startsWith("firesteel-trace", "1");
        assertThat(of(lines, "live").map(line -> line[3])).contains("journal", "data");
        String journal =
                of(lines, "live").filter(line -> line[3].equals("journal")).findFirst().get()[2];
        assertThat(written(lines, journal)).isGreaterThan(ROWS * (long) ROW_BYTES);
        String flushed =
                of(lines, "create")
                        .filter(line -> line[3].equals("data") && line[4].equals("0"))
                        .map(line -> line[2])
                        .filter(file -> written(lines, file) > ROWS * (long) ROW_BYTES)
                        .findFirst()
                        .orElseThrow();
        assertThat(of(lines, "delete").map(line -> line[2])).contains(flushed);
        for (String level : List.of("1", "2")) {
            List<String> files =
                    of(lines, "create")
                            .filter(line -> line[3].equals("data") && line[4].equals(level))
                            .filter(line -> line[5].equals(BY_LEVEL.get(level)))
                            .map(line -> line[2])
                            .toList();
            assertThat(files).isNotEmpty();
            for (String file : files) assertThat(written(lines, file)).isPositive();
        }
    }

    private static Stream<String[]> of(List<String[]> lines, String word) {
        return lines.stream().filter(line -> line[0].equals(word));
    }

    private static long written(List<String[]> lines, String file) {
        return of(lines, "write")
                .filter(line -> line[2].equals(file))
                .mapToLong(line -> Long.parseLong(line[4]))
                .sum();
    }
}
