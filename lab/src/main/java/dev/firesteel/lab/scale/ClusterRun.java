// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.Progress;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.LimitedCluster;
import dev.firesteel.lab.bench.MachineCounters;
import dev.firesteel.lab.bench.RowLoader;
import dev.firesteel.lab.bench.SteadyState;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one cluster after the other. Each is started, loaded and warmed up without limits, then
 * limited to its share, measured, and deleted.
 */
final class ClusterRun {
    private static final String NAME = "scale";

    /** Duration of the load of one client alone: at least a thousand operations. */
    private static final int LONE_SECONDS = 3;

    private static final double MICROS = 1e6;

    private final ScaleSettings settings;
    private final JournalMaker journals;
    private final ScaleListener listener;
    private final LongSupplier nanos;
    private @Nullable LimitedCluster running;
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

    /** Returns the prefix of the control groups' names. */
    static String groupPrefix(Path data) {
        return LimitedCluster.groupPrefix(NAME, data);
    }

    /** Kills and deletes the remains of a killed measurement. */
    void clear() throws IOException {
        LimitedCluster.clear(NAME, settings.started().data());
    }

    /** Measures a cluster. Keeps the files of a cluster that fails. */
    ScalePoint measure(int round, int size) throws IOException, InterruptedException {
        try (LimitedCluster cluster = newCluster(size)) {
            List<CassandraNode> nodes = cluster.start(started -> listener.started(started, size));
            ScalePoint point = measure(round, cluster, nodes);
            cluster.delete();
            return point;
        }
    }

    private synchronized LimitedCluster newCluster(int size) throws ScaleException {
        if (isStopped) throw new ScaleException("interrupted");
        running =
                new LimitedCluster(
                        new LimitedCluster.Terms(NAME, size, true, settings.started(), journals));
        return running;
    }

    /** Kills the running nodes, if any, and prevents further starts. For any thread. */
    synchronized void stop() {
        isStopped = true;
        if (running != null) running.kill();
    }

    private ScalePoint measure(int round, LimitedCluster cluster, List<CassandraNode> nodes)
            throws IOException, InterruptedException {
        int clients = settings.clients() * nodes.size();
        try (CqlSession session = LabSession.open(nodes.get(0).contactPoint())) {
            cluster.requireGenuine(session);
            UserTable table = new UserTable(session, DefaultConsistencyLevel.ONE);
            fill(table, cluster, nodes.size());
            // Until they are limited, nodes share all processors of this machine.
            SteadyState settling = warmUp(table, nodes.size(), clients);
            double lone = run(table, nodes.size(), 1, LONE_SECONDS, "one client").meanMicros();
            cluster.limit(settings.cores());
            run(table, nodes.size(), clients, settings.limitedWarmUpSeconds(), "limited");
            MachineCounters machine = MachineCounters.read();
            double used = usedMicros(nodes);
            cluster.countPackets();
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
                    busy,
                    cluster.network());
        } catch (DriverException e) {
            throw new ScaleException("The cluster does not answer: " + e.getMessage(), e);
        }
    }

    private void fill(UserTable table, LimitedCluster cluster, int size)
            throws IOException, InterruptedException {
        table.create(1, true, settings.row().fieldCount());
        RowLoader.load(table, settings.properties(size, 0), nanos, working("loading rows"));
        cluster.compact(UserTable.KEYSPACE);
    }

    private static void require(YcsbResult result) throws ScaleException {
        String failure = result.failure();
        if (failure != null) throw new ScaleException(failure);
    }

    private SteadyState warmUp(UserTable table, int size, int clients) throws InterruptedException {
        int seconds = settings.warmUpSeconds(size);
        SteadyState settling = new SteadyState();
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

    /** Returns the processor time of all nodes so far. */
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
                                                    ("The kernel does not report the"
                                                                    + " processor time of process %d")
                                                            .formatted(each.pid())));
        return micros;
    }
}
