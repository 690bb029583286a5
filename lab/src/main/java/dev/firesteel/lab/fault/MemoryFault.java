// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.firesteel.lab.LabSession;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;

/**
 * Exhausts a small heap with reads of large rows. Nodes run with {@code
 * -XX:+ExitOnOutOfMemoryError}: the JVM ends at once, regardless of its threads' progress.
 */
final class MemoryFault implements Fault {
    private static final String HEAP = "256M";
    private static final int PARTS = 16;
    private static final int PART_BYTES = 512 << 10;
    private static final int READS_AT_ONCE = 128;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String USED_UP = "OutOfMemoryError";
    private static final String TABLE = "firesteel_lab.large";

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public boolean arm(
            NodeSettings settings, FaultTargets targets, int turn, SplittableRandom random) {
        settings.heap(HEAP);
        return true;
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        CassandraNode node = context.node();
        LogTail log = LogTail.at(node.logFile());
        try (CqlSession session = LabSession.open(node.contactPoint())) {
            writeLarge(session);
            // Even the large rows may exhaust the heap.
            if (context.load().goesOn(context.chooseLoad())) readUntilItEnds(context, session);
        } catch (DriverException e) {
            // Failures before the node's end; its end is examined below.
        }
        if (Exit.within(node, PATIENCE.toMillis())) tellEnd(context, node, log);
        else context.miss("survived in " + HEAP);
        node.kill();
        deleteHeapDumps(node.logFile().resolveSibling(""));
    }

    private static void writeLarge(CqlSession session) {
        session.execute(
                ("CREATE TABLE IF NOT EXISTS %s (id int, part int, body blob, PRIMARY"
                                + " KEY (id, part))")
                        .formatted(TABLE));
        PreparedStatement insert =
                session.prepare(
                        "INSERT INTO %s (id, part, body) VALUES (0, ?, ?)".formatted(TABLE));
        for (int part = 0; part < PARTS; part++)
            session.execute(insert.bind(part, ByteBuffer.allocate(PART_BYTES)));
    }

    private static void readUntilItEnds(FaultContext context, CqlSession session)
            throws InterruptedException {
        PreparedStatement read = session.prepare("SELECT * FROM %s WHERE id = 0".formatted(TABLE));
        Semaphore free = new Semaphore(READS_AT_ONCE);
        long end = context.nanos().getAsLong() + PATIENCE.toNanos();
        while (context.node().isAlive() && context.nanos().getAsLong() < end) {
            free.acquire();
            session.executeAsync(read.bind()).whenComplete((rows, failure) -> free.release());
        }
    }

    static void tellEnd(FaultContext context, CassandraNode node, LogTail log) throws IOException {
        // The JVM prints heap exhaustion; Cassandra logs exhaustion of memory outside the heap.
        String console = Files.readString(node.settings().directory().console());
        if (!console.contains(USED_UP) && !log.says(USED_UP))
            throw Exit.of(node, "under load, without an OutOfMemoryError,");
        context.note("ended with exit code " + node.exitCode() + " after an OutOfMemoryError");
    }

    private static void deleteHeapDumps(Path logs) throws IOException {
        try (DirectoryStream<Path> dumps = Files.newDirectoryStream(logs, "*.hprof")) {
            for (Path dump : dumps) Files.delete(dump);
        }
    }
}
