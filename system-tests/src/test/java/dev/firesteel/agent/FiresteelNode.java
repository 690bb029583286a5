// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Sessions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** A real Cassandra process, with or without the shaded agent, over the same files. */
final class FiresteelNode {
    static final Duration PATIENCE = Duration.ofMinutes(3);
    static final int SEGMENT_BYTES = 8 << 20;

    static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");

    final Path root;
    final Path journal;
    private final String version;
    private final String address;

    FiresteelNode(Path root, String version, String address) {
        this.root = root;
        this.journal = root.resolve("journal");
        this.version = version;
        this.address = address;
    }

    FiresteelNode formatted() throws IOException {
        return formatted(SEGMENT_BYTES, 16);
    }

    FiresteelNode formatted(int segmentBytes, int segments) throws IOException {
        long size = (1L << 20) + (long) segments * segmentBytes;
        new JournalFormat(size, segmentBytes, 28, 12).write(journal, (written, of) -> {});
        return this;
    }

    /** Returns settings of the node without the agent. */
    NodeSettings stock() {
        return CassandraNode.at(root)
                .version(version)
                .address(address)
                .heap("512M")
                .shortLived()
                .setting("commitlog_segment_size", "4MiB");
    }

    /** Returns settings of the node with the agent. */
    NodeSettings settings() {
        return stock().agent(AGENT).firesteel("journal_path", journal);
    }

    CassandraNode start() throws Exception {
        return settings().start().awaitReady(PATIENCE);
    }

    /** Opens a session with a node without neighbours, so that a new schema need not spread. */
    static CqlSession connect(CassandraNode node) {
        return connect(node, Duration.ZERO);
    }

    /**
     * Opens a session without retries, so that a test sees the node's own answers.
     *
     * @param schemaWindow the wait after a schema change before the check that the nodes agree:
     *     before the first gossip they agree on the old schema
     */
    static CqlSession connect(CassandraNode node, Duration schemaWindow) {
        return Sessions.connect(
                node,
                Sessions.options()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(30))
                        .withInt(DefaultDriverOption.METADATA_SCHEMA_REQUEST_PAGE_SIZE, 100)
                        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, schemaWindow));
    }

    static void createTable(CqlSession session) {
        session.execute(
                "CREATE KEYSPACE k WITH replication = "
                        + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
    }

    static void insert(CqlSession session, String table, int from, int to) {
        for (int id = from; id < to; id++)
            session.execute("INSERT INTO " + table + " (id, v) VALUES (" + id + ", 'v" + id + "')");
    }

    static List<Integer> ids(CqlSession session, String table) {
        return session.execute("SELECT id FROM " + table).all().stream()
                .map((Row row) -> row.getInt("id"))
                .sorted()
                .toList();
    }

    Path poison() {
        return commitLog().resolve(StartGuardFile.NAME);
    }

    Path commitLog() {
        return root.resolve("commitlog");
    }

    /** Returns whether Cassandra has begun a commit log of its own. */
    boolean hasStockCommitLog() throws IOException {
        if (!Files.exists(commitLog())) return false;
        try (Stream<Path> files = Files.list(commitLog())) {
            return files.anyMatch(file -> file.getFileName().toString().endsWith(".log"));
        }
    }

    /** Returns a hash of a file, or "absent". */
    static String hash(Path file) {
        if (!Files.exists(file)) return "absent";
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new DigestInputStream(in, digest).transferTo(java.io.OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    String log() throws IOException {
        return Files.readString(root.resolve("logs").resolve("system.log"));
    }

    String console() throws IOException {
        return Files.readString(root.resolve("logs").resolve("console.log"));
    }

    /** Puts a file in place of the SSTable directory of a table of keyspace k. */
    void blockFlushes(String name) throws IOException {
        Path table = table(name);
        Files.move(table, aside(table));
        Files.createFile(table);
    }

    void unblockFlushes(String name) throws IOException {
        Path table = table(name);
        Files.delete(table);
        Files.move(aside(table), table);
    }

    private Path table(String name) throws IOException {
        try (Stream<Path> tables = Files.list(root.resolve("data/k"))) {
            return tables.filter(path -> path.getFileName().toString().startsWith(name + "-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private Path aside(Path table) {
        return root.resolve("aside-" + table.getFileName());
    }

    /** Fails every write beyond that offset of a file, as a full or broken device does. */
    static void limitFileSize(CassandraNode node, long bytes) throws Exception {
        limitFileSize(node, Long.toString(bytes));
    }

    /** Ends {@link #limitFileSize(CassandraNode, long)}. */
    static void unlimitFileSize(CassandraNode node) throws Exception {
        limitFileSize(node, "unlimited");
    }

    private static void limitFileSize(CassandraNode node, String soft) throws Exception {
        Process limit =
                new ProcessBuilder(
                                "prlimit",
                                "--pid",
                                Long.toString(node.pid()),
                                "--fsize=" + soft + ":unlimited")
                        .inheritIO()
                        .start();
        if (limit.waitFor() != 0) throw new IOException("prlimit has failed");
    }
}
