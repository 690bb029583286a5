// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.DataSet;
import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.ReadBytes;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.Compaction;
import dev.firesteel.lab.bench.NodeLimits;
import dev.firesteel.lab.bench.PageCache;
import dev.firesteel.lab.bench.RowLoader;
import dev.firesteel.lab.bench.SteadyState;
import dev.firesteel.lab.bench.SuccessiveNodes;
import dev.firesteel.lab.bench.Writeback;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.DoubleConsumer;
import java.util.function.LongSupplier;

/** Measures one cell after the other. Consecutive cells may share rows. */
final class MatrixRun {
    private static final Duration START_PATIENCE = Duration.ofMinutes(10);
    private static final Duration DRAIN_PATIENCE = Duration.ofMinutes(10);

    private final MatrixSettings settings;
    private final MatrixListener listener;
    private final LongSupplier nanos;
    private final SuccessiveNodes nodes;

    MatrixRun(
            MatrixSettings settings,
            JournalMaker journals,
            MatrixListener listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.listener = listener;
        this.nanos = nanos;
        this.nodes =
                new SuccessiveNodes(
                        "firesteel-matrix",
                        settings.address(),
                        settings.mode(),
                        settings.agent(),
                        journals);
    }

    /** Returns the matrix's own directory on a storage. */
    static Path directory(Storage storage) {
        return storage.directory().resolve("firesteel-matrix");
    }

    private static Path node(Storage storage) {
        return directory(storage).resolve("node");
    }

    private static DataSet data(Storage storage) {
        return new DataSet(directory(storage).resolve("data"));
    }

    /** Kills the nodes of a killed matrix. */
    void endLeft() throws IOException {
        for (Storage each : settings.storages()) {
            NodeLimits.removeLeft(groupName(each));
            RunningNode.killIn(node(each));
            data(each).endLeft();
        }
    }

    MatrixResult measure(MatrixCell cell) throws IOException, InterruptedException {
        Storage storage = settings.storage(cell);
        // Checks permissions first.
        limits(storage).close();
        DataSet rows = rows(cell);
        FileTree.delete(node(storage));
        rows.copyTo(node(storage));
        // Its reads must go to the drive, and count as its own.
        Writeback.finish(directory(storage));
        if (!PageCache.drop(node(storage)))
            throw new MatrixException(
                    "Cannot drop the rows from the page cache: this needs GNU dd"
                            + " (package coreutils)");
        try (NodeLimits limits = limits(storage)) {
            return measure(cell, rows.bytes(), limits);
        } finally {
            FileTree.delete(node(storage));
        }
    }

    private MatrixResult measure(MatrixCell cell, long dataBytes, NodeLimits limits)
            throws IOException, InterruptedException {
        Path root = node(settings.storage(cell));
        try (CassandraNode node =
                nodes.start(
                        root,
                        limited ->
                                limits.addTo(limited.heap((settings.heapBytes() >> 20) + "M")))) {
            node.awaitReady(START_PATIENCE);
            return measure(cell, dataBytes, node);
        } catch (NodeException | MatrixException e) {
            if (limits.memory().killed() == 0) throw e;
            throw new MatrixException(
                    ("A node limited to %d MiB needed more memory, and was killed: give"
                                    + " a smaller --heap or more --memory")
                            .formatted(settings.limitBytes() >> 20),
                    e);
        }
    }

    private MatrixResult measure(MatrixCell cell, long dataBytes, CassandraNode node)
            throws IOException, InterruptedException {
        try (CqlSession session = LabSession.openAlone(node.contactPoint())) {
            nodes.target(node(settings.storage(cell))).requireGenuine(node, session);
            SteadyState settling = new SteadyState();
            run(session, cell, settings.warmUpSeconds(), "warming up", settling::add);
            long before = ReadBytes.of(node.pid());
            YcsbResult result =
                    run(session, cell, settings.seconds(), "measuring", perSecond -> {});
            long read = ReadBytes.of(node.pid()) - before;
            String failure = result.failure();
            if (failure != null) throw new MatrixException(failure);
            return new MatrixResult(
                    cell,
                    settings.storage(cell).iops(),
                    dataBytes,
                    settling.isSettled(),
                    result.operationsPerSecond(),
                    result.errors(),
                    (double) read / result.operations(),
                    result.each());
        } catch (DriverException e) {
            throw new MatrixException("The node does not answer: " + e.getMessage(), e);
        }
    }

    /** Runs the load; passes the rate on about once a second. */
    private YcsbResult run(
            CqlSession session, MatrixCell cell, int seconds, String at, DoubleConsumer rates)
            throws InterruptedException {
        return new YcsbRun(
                        table(session),
                        settings.properties(cell, seconds),
                        settings.clients(),
                        nanos)
                .run(
                        Duration.ofSeconds(seconds),
                        (done, of, perSecond) -> {
                            listener.working(at, perSecond);
                            rates.accept(perSecond);
                        });
    }

    private static UserTable table(CqlSession session) {
        return new UserTable(session, DefaultConsistencyLevel.ONE);
    }

    /** Returns the rows of a cell, loading them if they are missing. */
    private DataSet rows(MatrixCell cell) throws IOException, InterruptedException {
        DataSet rows = data(settings.storage(cell));
        String content =
                "%s, Cassandra %s"
                        .formatted(
                                settings.rows(cell.dataToMemory()),
                                CassandraNode.at(rows.root()).release().version());
        if (rows.is(content)) return rows;
        rows.delete();
        try (CassandraNode node = nodes.start(rows.root(), ample -> ample.heap("1G"))) {
            node.awaitReady(START_PATIENCE);
            load(node, cell);
            Compaction.ofAll(node, UserTable.KEYSPACE);
            node.drainAndStop(DRAIN_PATIENCE);
        }
        rows.complete(content);
        listener.loaded(rows.bytes());
        return rows;
    }

    private void load(CassandraNode node, MatrixCell cell)
            throws IOException, InterruptedException {
        try (CqlSession session = LabSession.openAlone(node.contactPoint())) {
            RowLoader.load(
                    table(session).create(1, true, settings.row().fieldCount()),
                    settings.properties(cell, 0),
                    nanos,
                    listener::loading);
        } catch (DriverException e) {
            throw new MatrixException("The node does not answer: " + e.getMessage(), e);
        }
    }

    private NodeLimits limits(Storage storage) throws IOException {
        return NodeLimits.make(
                groupName(storage), settings.limitBytes(), directory(storage), storage.iops());
    }

    /** Returns a control group's name that is unique to the matrix, and stable across kills. */
    static String groupName(Storage storage) {
        return "firesteel-" + Integer.toHexString(directory(storage).hashCode());
    }

    /** Kills the running node, if any, and prevents further starts. May be called by any thread. */
    void stop() {
        nodes.close();
    }

    /** Deletes everything but rows that are kept. */
    void close() throws IOException {
        nodes.close();
        for (Storage each : settings.storages()) {
            FileTree.delete(node(each));
            if (!settings.keepsData()) data(each).delete();
        }
    }
}
