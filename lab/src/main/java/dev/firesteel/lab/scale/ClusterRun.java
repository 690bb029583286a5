// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.Progress;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.Compaction;
import dev.firesteel.lab.bench.MachineCounters;
import dev.firesteel.lab.bench.RowLoader;
import dev.firesteel.lab.bench.Settling;
import dev.firesteel.lab.bench.Writeback;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import dev.firesteel.node.CassandraCluster;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One cluster after the other: started, loaded and warmed up with all that the machine has, held to
 * its share, measured, and gone.
 */
final class ClusterRun {
    private static final Duration START_PATIENCE = Duration.ofMinutes(10);

    /** How long one client is at work alone: a thousand operations and more. */
    private static final int LONE_SECONDS = 3;

    /** Of operations that may fail. */
    private static final double FAILURES = 0.01;

    private static final BigInteger RING = BigInteger.ONE.shiftLeft(Long.SIZE);
    private static final double MICROS = 1e6;

    private final ScaleSettings settings;
    private final JournalMaker journals;
    private final ScaleListener listener;
    private final LongSupplier nanos;
    private @Nullable CassandraCluster running;
    private boolean isStopped;

    ClusterRun(
            ScaleSettings settings,
            JournalMaker journals,
            ScaleListener listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.journals = journals;
        this.listener = listener;
        this.nanos = nanos;
    }

    /** What nodes are measured in, and nothing else is. */
    private Path nodes() {
        return settings.data().resolve("cluster");
    }

    /** The names of control groups begin so: no other measurement's, and the same after a kill. */
    static String groupPrefix(Path data) {
        return "firesteel-scale-%x-".formatted(data.toAbsolutePath().normalize().hashCode());
    }

    /** Ends and deletes what a measurement that was killed has left. */
    void clear() throws IOException {
        ControlGroup.removeAll(
                ControlGroup.ROOT, ControlGroup.Resource.CPU, groupPrefix(settings.data()));
        FileTree.delete(nodes());
    }

    /** The files of a cluster that fails stay. */
    ScalePoint measure(int round, int size) throws IOException, InterruptedException {
        Writeback.finish(settings.data());
        List<ProcessorGroup> groups = new ArrayList<>();
        try {
            for (int i = 0; i < size; i++)
                groups.add(
                        ProcessorGroup.make(
                                ControlGroup.ROOT, groupPrefix(settings.data()) + (i + 1)));
            ScalePoint point = measure(round, size, groups);
            FileTree.delete(nodes());
            return point;
        } finally {
            for (ProcessorGroup each : groups) each.close();
        }
    }

    private ScalePoint measure(int round, int size, List<ProcessorGroup> groups)
            throws IOException, InterruptedException {
        List<Target> targets = new ArrayList<>();
        try (CassandraCluster cluster = launch(size)) {
            List<NodeSettings> nodes = cluster.settings();
            for (int i = 0; i < size; i++)
                targets.add(configure(nodes.get(i), i, size, groups.get(i)));
            cluster.start(START_PATIENCE, node -> listener.started(cluster.nodes().size(), size));
            return measure(round, cluster.nodes(), targets, groups);
        }
    }

    private synchronized CassandraCluster launch(int size) throws ScaleException {
        if (isStopped) throw new ScaleException("interrupted");
        running = CassandraCluster.at(nodes(), settings.address(), size);
        return running;
    }

    /** Kills the nodes that may be running, and lets none start. May be called by any thread. */
    synchronized void stop() {
        isStopped = true;
        if (running != null) running.close();
    }

    private Target configure(NodeSettings node, int index, int size, ProcessorGroup group)
            throws IOException {
        Path root = node.directory().root();
        Path journal = root.resolve("journal");
        Files.createDirectories(root);
        if (settings.mode().isJournal()) journals.make(journal);
        Target target = settings.mode().target(settings.agent(), journal);
        settings.mode().configure(node);
        target.prepare();
        target.configure(node);
        node.clusterName("firesteel-scale")
                .heap((settings.heapBytes() >> 20) + "M")
                .controlGroup(group.processes())
                .setting("auto_snapshot", false)
                // Every node is to have as much to do as any other.
                .setting("num_tokens", 1)
                .setting("initial_token", token(index, size));
        return target;
    }

    /** So that each node has the same part of the ring. */
    private static String token(int index, int size) {
        return RING.multiply(BigInteger.valueOf(index))
                .divide(BigInteger.valueOf(size))
                .subtract(RING.shiftRight(1))
                .toString();
    }

    private ScalePoint measure(
            int round, List<CassandraNode> nodes, List<Target> targets, List<ProcessorGroup> groups)
            throws IOException, InterruptedException {
        int clients = settings.clients() * nodes.size();
        try (CqlSession session = LabSession.open(nodes.get(0).contactPoint())) {
            for (int i = 0; i < nodes.size(); i++)
                targets.get(i).requireGenuine(nodes.get(i), session);
            UserTable table = new UserTable(session, DefaultConsistencyLevel.ONE);
            fill(table, nodes);
            // They share the processors of this machine until they are limited.
            Settling settling = warmUp(table, nodes.size(), clients);
            double lone = run(table, nodes.size(), 1, LONE_SECONDS, "one client").meanMicros();
            for (ProcessorGroup each : groups) each.limit(settings.cores());
            run(table, nodes.size(), clients, settings.limitedWarmUpSeconds(), "limited");
            MachineCounters machine = MachineCounters.read();
            double used = usedMicros(nodes);
            YcsbResult result = run(table, nodes.size(), clients, settings.seconds(), "measuring");
            used = usedMicros(nodes) - used;
            double busy = MachineCounters.read().busySince(machine);
            require(result);
            return new ScalePoint(
                    round,
                    nodes.size(),
                    clients,
                    result.operationsPerSecond(),
                    result.meanMicros(),
                    result.p50Micros(),
                    result.p99Micros(),
                    result.p999Micros(),
                    result.errors(),
                    used / result.operations(),
                    used / (result.seconds() * MICROS) / nodes.size(),
                    lone,
                    settling.isSettled(),
                    busy);
        } catch (DriverException e) {
            throw new ScaleException("The cluster does not answer: " + e.getMessage(), e);
        }
    }

    private void fill(UserTable table, List<CassandraNode> nodes)
            throws IOException, InterruptedException {
        table.create(1, true, settings.row().fieldCount());
        RowLoader.load(table, settings.properties(nodes.size(), 0), nanos, working("loading rows"));
        for (CassandraNode each : nodes) Compaction.ofAll(each, UserTable.KEYSPACE);
    }

    private static void require(YcsbResult result) throws ScaleException {
        long all = result.errors() + result.operations();
        if (result.operations() == 0 || result.errors() > FAILURES * all)
            throw new ScaleException(
                    "%d of %d operations failed: %s"
                            .formatted(result.errors(), all, result.firstError()));
    }

    private Settling warmUp(UserTable table, int size, int clients) throws InterruptedException {
        int seconds = settings.warmUpSeconds() * size;
        Settling settling = new Settling();
        newRun(table, size, clients, seconds)
                .run(
                        Duration.ofSeconds(seconds),
                        (done, of, perSecond) -> {
                            settling.add(perSecond);
                            listener.working("warming up", perSecond);
                        });
        return settling;
    }

    private YcsbResult run(UserTable table, int size, int clients, int seconds, String at)
            throws InterruptedException {
        return newRun(table, size, clients, seconds).run(Duration.ofSeconds(seconds), working(at));
    }

    private YcsbRun newRun(UserTable table, int size, int clients, int seconds) {
        return new YcsbRun(table, settings.properties(size, seconds), clients, nanos);
    }

    private Progress working(String at) {
        return (done, of, perSecond) -> listener.working(at, perSecond);
    }

    /** The processor time of all of them so far. */
    private static double usedMicros(List<CassandraNode> nodes) throws ScaleException {
        double micros = 0;
        for (CassandraNode each : nodes)
            micros +=
                    ProcessHandle.of(each.pid())
                            .flatMap(process -> process.info().totalCpuDuration())
                            .map(time -> time.toNanos() / 1e3)
                            .orElseThrow(
                                    () ->
                                            new ScaleException(
                                                    "The kernel does not tell what process %d uses"
                                                            .formatted(each.pid())));
        return micros;
    }
}
