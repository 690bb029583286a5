// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.DataSet;
import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.MemoryGroup;
import dev.firesteel.lab.ReadBytes;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.Compaction;
import dev.firesteel.lab.bench.NodeLimits;
import dev.firesteel.lab.bench.PageCache;
import dev.firesteel.lab.bench.RowLoader;
import dev.firesteel.lab.bench.SteadyState;
import dev.firesteel.lab.bench.Writeback;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeDirectory;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.function.DoubleConsumer;
import java.util.function.LongSupplier;

/**
 * Measures read and write times with different memory splits. Each runs on a node of its own, with
 * the same rows and limited to its memory.
 */
final class MemoryRuns implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofMinutes(10);
    private static final Duration DRAIN_PATIENCE = Duration.ofMinutes(10);

    private final TrialSettings settings;
    private final TrialListener listener;
    private final LongSupplier nanos;
    private final SplitNodes nodes;
    private final DataSet data;
    private boolean areClientsWarm;
    private volatile boolean isStopped;

    /**
     * Creates the object; starts nothing.
     *
     * @param journals makes the journals of nodes that have one
     * @param nanos a clock in nanoseconds, of any origin
     */
    MemoryRuns(
            TrialSettings settings,
            JournalMaker journals,
            TrialListener listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.listener = listener;
        this.nanos = nanos;
        this.nodes = new SplitNodes(settings, journals);
        this.data = new DataSet(work().resolve("data"));
    }

    /** Returns the directory of all files, used by no other program, and deleted at the end. */
    private Path work() {
        return settings.directory().resolve("firesteel-calibration");
    }

    private Path node() {
        return work().resolve("node");
    }

    /** Kills the nodes of killed trials. */
    void endLeft() throws IOException {
        NodeLimits.removeLeft(settings.groupName());
        RunningNode.killIn(node());
        data.endLeft();
    }

    /** Checks that memory and requests can be limited, and loads the rows if they are missing. */
    void prepare(long limitBytes) throws IOException, InterruptedException {
        Preconditions.requireMemory(limitBytes);
        limits(limitBytes).close();
        String content = settings.cassandra() + ", " + settings.rows();
        if (!data.is(content)) {
            data.delete();
            Preconditions.requireRoom(settings);
            try (CassandraNode node = nodes.startToLoad(data.root())) {
                node.awaitReady(START_PATIENCE);
                load(node);
                Compaction.ofAll(node, UserTable.KEYSPACE);
                node.drainAndStop(DRAIN_PATIENCE);
            } catch (NodeException e) {
                throw withItsLog(e, data.root());
            }
            data.complete(content);
        }
        listener.loaded(data.bytes());
    }

    /** Keeps the log of a failed node, whose files are deleted at the end. */
    private IOException withItsLog(IOException failure, Path root) throws IOException {
        Path log = new NodeDirectory(root).log();
        if (isStopped || !Files.exists(log)) return failure;
        Path kept = settings.directory().resolve("failed-node.log");
        Files.copy(log, kept, StandardCopyOption.REPLACE_EXISTING);
        return new CalibrationException(
                "%s%nThe node's files are deleted; its log is kept in %s"
                        .formatted(failure.getMessage(), kept),
                failure);
    }

    private NodeLimits limits(long bytes) throws IOException {
        return NodeLimits.make(settings.groupName(), bytes, settings.directory(), settings.iops());
    }

    private void load(CassandraNode node) throws IOException, InterruptedException {
        try (CqlSession session = LabSession.openAlone(node.contactPoint())) {
            RowLoader.load(
                    table(session).create(1, true, settings.row().fieldCount()),
                    settings.properties(0),
                    nanos,
                    listener::loading);
        } catch (DriverException e) {
            throw new CalibrationException("The node does not answer: " + e.getMessage(), e);
        }
    }

    /**
     * Measures operation times with one memory split. The first call runs it an additional time to
     * warm up the clients' JVM, whose compilation would take processor time from the node.
     */
    Calibration.Run measure(Budget budget) throws IOException, InterruptedException {
        if (!areClientsWarm)
            areClientsWarm =
                    on(
                            budget,
                            (node, session, group) -> {
                                run(session, settings.warmUpSeconds(), "warming up clients");
                                return true;
                            });
        return on(
                budget,
                (node, session, group) -> {
                    warmUp(session);
                    OperationTimes times = OperationTimes.of(measure(session));
                    return new Calibration.Run(
                            budget.memtableBytes(),
                            budget.cacheBytes(),
                            times.readSeconds(),
                            times.writeSeconds(),
                            times.readPart());
                });
    }

    /** Measures the hit ratios of caches with one memory split. */
    CacheHits answers(Budget budget) throws IOException, InterruptedException {
        return on(
                budget,
                (node, session, group) -> {
                    warmUp(session);
                    ChunkCacheCounters before = ChunkCacheCounters.of(session);
                    long read = ReadBytes.of(node.pid());
                    YcsbResult result = measure(session);
                    read = ReadBytes.of(node.pid()) - read;
                    ChunkCacheCounters after = ChunkCacheCounters.of(session);
                    return new CacheHits(
                            result.operations(),
                            read,
                            group.pageCacheBytes(),
                            after.capacityBytes(),
                            after.requests() - before.requests(),
                            after.hits() - before.hits());
                });
    }

    /** Returns the bytes of the loaded files whose names have this ending. */
    long bytes(String ending) throws IOException {
        return data.bytes(ending);
    }

    /** A measurement on a node that has just started. */
    private interface Measurement<R> {
        R on(CassandraNode node, CqlSession session, MemoryGroup group)
                throws IOException, InterruptedException;
    }

    private <R> R on(Budget budget, Measurement<R> measurement)
            throws IOException, InterruptedException {
        FileTree.delete(node());
        data.copyTo(node());
        // Its reads must go to the drive, and count as its own.
        Writeback.finish(settings.directory());
        if (!PageCache.drop(node()))
            throw new CalibrationException(
                    "Cannot drop the rows from the page cache: this needs GNU dd"
                            + " (package coreutils)");
        try (NodeLimits limits = limits(budget.totalBytes())) {
            try (CassandraNode node = nodes.start(node(), budget, limits)) {
                node.awaitReady(START_PATIENCE);
                return on(node, limits.memory(), measurement);
            } catch (NodeException | CalibrationException e) {
                if (limits.memory().killed() == 0) throw withItsLog(e, node());
                throw new CalibrationException(
                        ("A node limited to %d MiB, %d MiB of them for memtables,"
                                        + " needed more memory, and was killed: give a larger --process,"
                                        + " as it needs more than %d MiB beside its heap and caches")
                                .formatted(
                                        budget.totalBytes() / Budget.MIB,
                                        budget.memtableBytes() / Budget.MIB,
                                        budget.nativeBytes() / Budget.MIB),
                        e);
            }
        }
    }

    private <R> R on(CassandraNode node, MemoryGroup group, Measurement<R> measurement)
            throws IOException, InterruptedException {
        try (CqlSession session = LabSession.openAlone(node.contactPoint())) {
            nodes.target(node()).requireGenuine(node, session);
            return measurement.on(node, session, group);
        } catch (DriverException e) {
            throw new CalibrationException("The node does not answer: " + e.getMessage(), e);
        }
    }

    private void warmUp(CqlSession session) throws InterruptedException {
        SteadyState settling = new SteadyState();
        run(session, settings.warmUpSeconds(), "warming up", settling::add);
        if (!settling.isSettled()) listener.unsettled();
    }

    private YcsbResult measure(CqlSession session)
            throws CalibrationException, InterruptedException {
        YcsbResult result = run(session, settings.seconds(), "measuring");
        String failure = result.failure();
        if (failure != null) throw new CalibrationException(failure);
        return result;
    }

    private YcsbResult run(CqlSession session, int seconds, String at) throws InterruptedException {
        return run(session, seconds, at, perSecond -> {});
    }

    /** Runs the load; passes the rate on about once a second. */
    private YcsbResult run(CqlSession session, int seconds, String at, DoubleConsumer rates)
            throws InterruptedException {
        return new YcsbRun(table(session), settings.properties(seconds), settings.clients(), nanos)
                .run(
                        Duration.ofSeconds(seconds),
                        (done, of, perSecond) -> {
                            rates.accept(perSecond);
                            listener.working(at, perSecond);
                        });
    }

    private static UserTable table(CqlSession session) {
        return new UserTable(session, DefaultConsistencyLevel.ONE);
    }

    /** Kills the running node, if any, and prevents further starts. May be called by any thread. */
    void stop() {
        isStopped = true;
        nodes.close();
    }

    /** Deletes the node's files, and the rows unless they are kept. */
    @Override
    public void close() throws IOException {
        stop();
        FileTree.delete(node());
        if (settings.keepsData()) return;
        data.delete();
        FileTree.delete(work());
    }
}
