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

/** A real Cassandra process with the shaded agent, or without it, over the same files. */
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

    /** Settings of the node without the agent. */
    NodeSettings stock() {
        return CassandraNode.at(root)
                .version(version)
                .address(address)
                .heap("512M")
                .shortLived()
                .setting("commitlog_segment_size", "4MiB");
    }

    /** Settings of the node with the agent. */
    NodeSettings settings() {
        return stock().agent(AGENT).firesteel("journal_path", journal);
    }

    CassandraNode start() throws Exception {
        return settings().start().awaitReady(PATIENCE);
    }

    /** A session with a node that has no neighbours, whom a new schema would have to reach. */
    static CqlSession connect(CassandraNode node) {
        return connect(node, Duration.ZERO);
    }

    /**
     * A session that does not retry: what a test gets is what the node said.
     *
     * @param schemaWindow how long it waits, after a change of the schema, before it asks whether
     *     the nodes agree: before the first gossip they do, on the old one
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
        return commitLog().resolve(PoisonFile.NAME);
    }

    Path commitLog() {
        return root.resolve("commitlog");
    }

    /** Whether Cassandra has begun a commit log of its own. */
    boolean hasStockCommitLog() throws IOException {
        if (!Files.exists(commitLog())) return false;
        try (Stream<Path> files = Files.list(commitLog())) {
            return files.anyMatch(file -> file.getFileName().toString().endsWith(".log"));
        }
    }

    /** What is in a file, or absent. */
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

    /**
     * Makes every write behind that place of a file fail, as on a device that is full or broken.
     */
    static void limitFileSize(CassandraNode node, long bytes) throws Exception {
        Process limit =
                new ProcessBuilder(
                                "prlimit", "--pid", Long.toString(node.pid()), "--fsize=" + bytes)
                        .inheritIO()
                        .start();
        if (limit.waitFor() != 0) throw new IOException("prlimit has failed");
    }
}
