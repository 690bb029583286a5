// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Measures one start after a crash, of a new node. */
final class ReplayRun {
    private static final Duration REPLAY_PATIENCE = Duration.ofHours(1);
    private static final Workload INSERTS = new Workload("write");

    /** Number of rows counted by one query, small enough not to time out. */
    private static final int ROWS_AT_ONCE = 4096;

    private static final double NANOS = 1e9;

    private final int round;
    private final Mode mode;
    private final ReplaySettings settings;
    private final BenchNodes nodes;
    private final ReplayListener listener;
    private final LongSupplier nanos;

    ReplayRun(
            int round,
            Mode mode,
            ReplaySettings settings,
            BenchNodes nodes,
            ReplayListener listener,
            LongSupplier nanos) {
        this.round = round;
        this.mode = mode;
        this.settings = settings;
        this.nodes = nodes;
        this.listener = listener;
        this.nanos = nanos;
    }

    ReplayMeasurement measure() throws IOException, InterruptedException {
        long logBytes = writeAndCrash();
        listener.replaying();
        nodes.settle();
        boolean isLogCold = PageCache.drop(nodes.log(mode));
        return startAgain(logBytes, isLogCold);
    }

    /** Returns the size of the log. */
    private long writeAndCrash() throws IOException, InterruptedException {
        try (CassandraNode node = nodes.start(mode)) { // closed by SIGKILL
            node.awaitReady(CommitLogBench.START_PATIENCE);
            try (CqlSession session = LabSession.open(node.contactPoint())) {
                nodes.requireGenuine(mode, node, session);
                load(table(session).create(1, mode.writesDurably(), settings.row().fieldCount()));
            } catch (DriverException e) {
                throw new BenchException("The node does not answer: " + e.getMessage(), e);
            }
            long logBytes = NodeBean.logBytes(node);
            // Checked last: a flush since then would have shortened the log.
            requireUnflushed();
            return logBytes;
        }
    }

    private void load(UserTable table) throws IOException, InterruptedException {
        RowLoader.load(
                table,
                settings.row().addTo(INSERTS.properties(settings.rows(), 0)),
                nanos,
                listener::loading);
    }

    private void requireUnflushed() throws IOException {
        if (nodes.holdSSTables())
            throw new BenchException(
                    mode.title()
                            + ": rows were flushed before the crash, and would not be replayed:"
                            + " give more --heap, a larger --device or --journal-size, or less"
                            + " --log");
    }

    private ReplayMeasurement startAgain(long logBytes, boolean isLogCold) throws IOException {
        ReplayLog log = ReplayLog.of(new NodeDirectory(nodes.root()).log());
        long began = nanos.getAsLong();
        try (CassandraNode node = nodes.restart()) {
            Counters before = Counters.read(node.pid(), null);
            node.awaitReady(REPLAY_PATIENCE);
            double startSeconds = (nanos.getAsLong() - began) / NANOS;
            long peakBytes = PeakMemory.residentBytes(node.pid());
            Counters after = Counters.read(node.pid(), null);
            ReplayTimes replay = log.read();
            requireEverything(replay.mutations(), count(node));
            return new ReplayMeasurement(
                    round,
                    mode,
                    settings.rows(),
                    logBytes,
                    replay.mutations(),
                    replay.seconds(),
                    startSeconds,
                    peakBytes,
                    isLogCold,
                    after.since(before, 1).otherCpuShare());
        }
    }

    private long count(CassandraNode node) throws IOException {
        try (CqlSession session = LabSession.open(node.contactPoint())) {
            return table(session).count((int) (settings.rows() / ROWS_AT_ONCE + 1));
        } catch (DriverException e) {
            throw new BenchException(
                    "The rows cannot be counted: " + e.getMessage() + reasons(e), e);
        }
    }

    /** Returns the native protocol's failure code of each failed replica: 2 is a time-out. */
    private static String reasons(DriverException failure) {
        return failure instanceof ReadFailureException read
                ? ", failure codes " + read.getReasonMap()
                : "";
    }

    /** Checks that all rows are there. The log may also have held changes of system tables. */
    private void requireEverything(long mutations, long rows) throws BenchException {
        if (rows == settings.rows() && mutations >= rows) return;
        throw new BenchException(
                ("%s: %d rows were acknowledged before the crash; the node reports %d"
                                + " replayed changes, and has %d rows. There is no figure for this round")
                        .formatted(mode.title(), settings.rows(), mutations, rows));
    }

    private static UserTable table(CqlSession session) {
        return new UserTable(session, DefaultConsistencyLevel.ONE);
    }
}
