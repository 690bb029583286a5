// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import dev.firesteel.cli.common.Build;
import dev.firesteel.export.ExportSummary;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests an operator who leaves Firesteel without a drain: the node is dead, and only its journal is
 * left.
 */
class ExportIT {
    private static final String ADDRESS = "127.0.1.22";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int ROWS = 2_000;
    private static final int DELETED = 500;
    private static final int LARGE_ROWS = 8;
    private static final int LARGE_BYTES = 1_500_000;
    private static final String ROTS = "the one that rots";

    @TempDir Path directory;
    private Path journal;
    private Path exported;

    @BeforeEach
    void formatJournal() {
        journal = directory.resolve("journal");
        exported = directory.resolve("exported");
        assertThat(verb("format", "--size", "65MiB", "--segment-size", "4MiB", journal).exitCode())
                .isZero();
    }

    @Test
    void everyAcknowledgedRowIsThereInAStockNodeThatReplaysTheExport() throws Exception {
        writeAndKill();
        exportDespiteTheRowThatRots();
        moveIn();
        String log = readAllInAStockNode();
        assertThat(log.lines().filter(line -> line.contains("Skipped ")))
                .singleElement()
                .satisfies(
                        line ->
                                assertThat(line)
                                        .contains("Skipped 1 mutations")
                                        .endsWith(ExportSummary.FILLER_TABLE));
        assertThat(log).contains("Log replay complete").doesNotContain("Ignoring commit log");
        // They were replayed into SSTables: Cassandra has deleted the files.
        for (Path each : list(exported))
            assertThat(commitLog().resolve(each.getFileName())).doesNotExist();
    }

    private NodeSettings stock() {
        return CassandraNode.at(directory)
                .address(ADDRESS)
                .heap("512M")
                .shortLived()
                .setting("commitlog_segment_size", "4MiB");
    }

    private void writeAndKill() throws Exception {
        NodeSettings settings =
                stock().agent(new Build().agent()).firesteel("journal_path", journal);
        try (CassandraNode node = settings.start().awaitReady(PATIENCE);
                CqlSession session = connect(node)) {
            session.execute(
                    "CREATE KEYSPACE k WITH replication = "
                            + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
            session.execute("CREATE TABLE k.large (id int PRIMARY KEY, v text)");
            session.execute("CREATE TABLE k.counted (id int PRIMARY KEY, n counter)");
            session.execute("CREATE TABLE k.wide (p int, c int, v text, PRIMARY KEY (p, c))");
            all(session, ROWS, id -> "INSERT INTO k.t (id, v) VALUES (" + id + ", 'v" + id + "')");
            all(session, DELETED, id -> "DELETE FROM k.t WHERE id = " + id);
            for (int id = 0; id < LARGE_ROWS; id++)
                session.execute("INSERT INTO k.large (id, v) VALUES (?, ?)", id, large(id));
            session.execute("INSERT INTO k.t (id, v) VALUES (-1, '" + ROTS + "')");
            all(session, 100, i -> "UPDATE k.counted SET n = n + 1 WHERE id = " + i % 5);
            all(
                    session,
                    200,
                    c -> "INSERT INTO k.wide (p, c, v) VALUES (" + c % 7 + ", " + c + ", 'x')");
            session.execute("DELETE FROM k.wide WHERE p = 3");
            session.execute(
                    "BEGIN BATCH INSERT INTO k.t (id, v) VALUES (-2, 'batch');"
                            + " INSERT INTO k.wide (p, c, v) VALUES (-2, 0, 'batch'); APPLY BATCH");
            node.kill();
        }
    }

    private static String large(int id) {
        return Integer.toString(id).repeat(LARGE_BYTES);
    }

    /**
     * Sends many requests at once, so that records hold several; returns when all are acknowledged.
     */
    private static void all(CqlSession session, int count, IntFunction<String> statement) {
        List<CompletableFuture<AsyncResultSet>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(session.executeAsync(statement.apply(i)).toCompletableFuture());
            if (i % 50 == 49) answers.get(i - 49).join();
        }
        answers.forEach(CompletableFuture::join);
    }

    private void exportDespiteTheRowThatRots() throws Exception {
        flipOneBitOf(ROTS);
        byte[] before = Files.readAllBytes(journal);
        Spoken refused = verb("export", journal, exported);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.out()).contains("B_DAMAGED_BODY");
        assertThat(exported).doesNotExist();
        Spoken spoken = verb("export", "--despite-damage", journal, exported);
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        assertThat(list(exported)).hasSizeGreaterThan(2);
        assertThat(Files.readAllBytes(journal)).as("the journal").isEqualTo(before);
    }

    private void flipOneBitOf(String text) throws IOException {
        byte[] content = Files.readAllBytes(journal);
        int at = new String(content, StandardCharsets.ISO_8859_1).indexOf(text);
        assertThat(at).as("where the text lies in the journal").isPositive();
        try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "rw")) {
            file.seek(at);
            file.write(content[at] ^ 1);
        }
    }

    /** Follows the instructions that the verb prints. */
    private void moveIn() throws IOException {
        for (Path each : list(exported))
            Files.copy(each, commitLog().resolve(each.getFileName().toString()));
        Files.move(
                commitLog().resolve("CommitLog-7-1.log"), directory.resolve("CommitLog-7-1.log"));
        Files.delete(stock().directory().log());
    }

    private String readAllInAStockNode() throws Exception {
        try (CassandraNode node = stock().start().awaitReady(PATIENCE);
                CqlSession session = connect(node)) {
            assertThat(ids(session, "SELECT id FROM k.t"))
                    .isEqualTo(
                            IntStream.concat(IntStream.of(-2), IntStream.range(DELETED, ROWS))
                                    .boxed()
                                    .toList());
            for (int id = 0; id < LARGE_ROWS; id++)
                assertThat(
                                session.execute("SELECT v FROM k.large WHERE id = ?", id)
                                        .all()
                                        .get(0)
                                        .getString(0))
                        .isEqualTo(large(id));
            assertThat(
                            session.execute("SELECT n FROM k.counted").all().stream()
                                    .map(row -> row.getLong(0)))
                    .containsOnly(20L)
                    .hasSize(5);
            assertThat(ids(session, "SELECT c FROM k.wide WHERE p = 3")).isEmpty();
            assertThat(ids(session, "SELECT c FROM k.wide"))
                    .isEqualTo(
                            IntStream.concat(
                                            IntStream.of(0), // the batch
                                            IntStream.range(0, 200).filter(c -> c % 7 != 3))
                                    .boxed()
                                    .toList());
            return Files.readString(node.logFile());
        }
    }

    private static List<Integer> ids(CqlSession session, String query) {
        return session.execute(query).all().stream().map(row -> row.getInt(0)).sorted().toList();
    }

    private Path commitLog() {
        return stock().directory().commitLog();
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private static Spoken verb(Object... words) {
        return Spoken.by(
                Stream.concat(Stream.of("journal"), Arrays.stream(words).map(Object::toString))
                        .toArray(String[]::new));
    }

    private static CqlSession connect(CassandraNode node) {
        return CqlSession.builder()
                .addContactPoint(node.contactPoint())
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(
                        DriverConfigLoader.programmaticBuilder()
                                .withDuration(
                                        DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(60))
                                .withDuration(
                                        DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ZERO)
                                // By default, each of both waits 2 s at the end.
                                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                                .build())
                .build();
    }
}
