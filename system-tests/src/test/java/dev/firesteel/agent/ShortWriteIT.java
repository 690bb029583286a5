// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.JMRuntimeException;
import javax.management.MBeanException;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts short the last write of an SSTable, by a limit on the size of files. Of a write that crosses
 * the limit the kernel writes the part below it, and reports no error.
 */
class ShortWriteIT {
    private static final String ADDRESS = "127.0.79.1";

    /** Together more than a segment of the commit log, which the limit must not touch. */
    private static final int ROWS = 60;

    private static final int ROW_BYTES = 100_000;
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int SEGMENTS = 16;

    @TempDir Path directory;
    private FiresteelNode firesteel;

    @BeforeEach
    void place() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "prlimit is not installed");
        firesteel = new FiresteelNode(directory, Releases.newest(), ADDRESS);
    }

    @Test
    void theAgentFailsTheFlushAndKeepsTheWrites() throws Exception {
        try (RawDevice device =
                RawDevice.formatted(
                        directory.resolve("backing"), FiresteelNode.SEGMENT_BYTES, SEGMENTS)) {
            NodeSettings settings = firesteel.settings().firesteel("journal_path", device.path());
            assertThat(flushesCutShort(settings)).isFalse();
            assertThat(firesteel.log()).contains("FSWriteError", "File too large");
            assertThat(readable(settings)).isEqualTo(rows());
        }
    }

    /** Control, and the reason for the agent's change. */
    @Test
    @Tag("full")
    void aStockNodeFlushesAndLosesRows() throws Exception {
        NodeSettings settings = firesteel.stock().setting("commitlog_sync", "batch");
        assertThat(flushesCutShort(settings)).isTrue();
        assertThat(readable(settings)).hasSizeLessThan(ROWS);
    }

    /** Returns whether a flush succeeds whose last write is cut short, and kills the node. */
    private boolean flushesCutShort(NodeSettings settings) throws Exception {
        try (CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            fill(session, "whole");
            flush(node, "whole");
            long size = dataBytes("whole");
            long last = size % BUFFER_BYTES;
            assertThat(last).isGreaterThan(ROW_BYTES / 10);
            fill(session, "cut");
            FiresteelNode.limitFileSize(node, size - last / 2);
            boolean succeeds = succeeds(node);
            node.kill();
            return succeeds;
        }
    }

    private static boolean succeeds(CassandraNode node) throws Exception {
        try {
            flush(node, "cut");
            return true;
        } catch (MBeanException | JMRuntimeException e) {
            return false;
        }
    }

    private static void flush(CassandraNode node, String table) throws Exception {
        try (NodeBeans beans = new NodeBeans(node)) {
            beans.server.invoke(
                    new ObjectName("org.apache.cassandra.db:type=StorageService"),
                    "forceKeyspaceFlush",
                    new Object[] {"k", new String[] {table}},
                    new String[] {String.class.getName(), String[].class.getName()});
        }
    }

    private long dataBytes(String table) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("data/k"))) {
            Path data =
                    files.filter(file -> file.toString().endsWith("-Data.db"))
                            .filter(file -> file.toString().contains("/" + table + "-"))
                            .findFirst()
                            .orElseThrow();
            return Files.size(data);
        }
    }

    private static void fill(CqlSession session, String table) {
        session.execute(
                "CREATE TABLE k."
                        + table
                        + " (id int PRIMARY KEY, b blob) WITH compression = {'enabled': false}");
        byte[] bytes = new byte[ROW_BYTES];
        new Random(1).nextBytes(bytes);
        for (int id = 0; id < ROWS; id++)
            session.execute(
                    "INSERT INTO k." + table + " (id, b) VALUES (?, ?)",
                    id,
                    ByteBuffer.wrap(bytes));
    }

    /** Returns the rows of the table that can be read after a start. */
    private static List<Integer> readable(NodeSettings settings) throws Exception {
        try (CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(node)) {
            return rows().stream().filter(id -> canRead(session, id)).toList();
        }
    }

    private static boolean canRead(CqlSession session, int id) {
        try {
            ByteBuffer b =
                    session.execute("SELECT b FROM k.cut WHERE id = ?", id).one().getByteBuffer(0);
            return b != null && b.remaining() == ROW_BYTES;
        } catch (DriverException e) {
            return false;
        }
    }

    private static List<Integer> rows() {
        return IntStream.range(0, ROWS).boxed().toList();
    }
}
