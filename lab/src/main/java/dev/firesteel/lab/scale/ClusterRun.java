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
import dev.firesteel.lab.scale.ScaleSettings.Step;
import dev.firesteel.lab.ycsb.HistogramLog;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
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
    private final InstantSource clock;
    private final LongSupplier nanos;
    private @Nullable LimitedCluster running;
    private boolean isStopped;

    ClusterRun(
            ScaleSettings settings,
            JournalMaker journals,
            ScaleListener listener,
            InstantSource clock,
            LongSupplier nanos) {
        this.settings = settings;
        this.journals = journals;
        this.listener = listener;
        this.clock = clock;
        this.nanos = nanos;
    }

    /** Returns the prefix of the control groups' names. */
    static String groupPrefix(Path data) {
        return LimitedCluster.groupPrefix(NAME, data);
    }

    /** Kills and deletes the remains of a killed measurement. */
    void clear() throws IOException {
        LimitedCluster.clear(NAME, settings.data());
    }

    /** Measures a cluster. Keeps the files of a cluster that fails. */
    ScalePoint measure(int round, Step step) throws IOException, InterruptedException {
        try (LimitedCluster cluster = newCluster(step)) {
            List<CassandraNode> nodes =
                    cluster.start(started -> listener.started(started, step.nodes()));
            ScalePoint point = measure(round, step, cluster, nodes);
            cluster.delete();
            return point;
        }
    }

    private synchronized LimitedCluster newCluster(Step step) throws ScaleException {
        if (isStopped) throw new ScaleException("interrupted");
        running =
                new LimitedCluster(
                        new LimitedCluster.Terms(
                                NAME, step.nodes(), true, step.kind().started(), journals));
        return running;
    }

    /** Kills the running nodes, if any, and prevents further starts. For any thread. */
    synchronized void stop() {
        isStopped = true;
        if (running != null) running.kill();
    }

    private ScalePoint measure(
            int round, Step step, LimitedCluster cluster, List<CassandraNode> nodes)
            throws IOException, InterruptedException {
        int clients = step.kind().clients() * nodes.size();
        try (CqlSession session = LabSession.open(nodes.get(0).contactPoint())) {
            cluster.requireGenuine(session);
            UserTable table = new UserTable(session, DefaultConsistencyLevel.ONE);
            fill(table, cluster, step);
            // Until they are limited, nodes share all processors of this machine.
            SteadyState settling = warmUp(table, step, clients);
            double lone = run(table, step, 1, LONE_SECONDS, "one client").meanMicros();
            cluster.limit(step.kind().cores());
            offered(newRun(table, step, clients, settings.limitedWarmUpSeconds()))
                    .run(Duration.ofSeconds(settings.limitedWarmUpSeconds()), working("limited"));
            MachineCounters machine = MachineCounters.read();
            double used = usedMicros(nodes);
            cluster.countPackets();
            YcsbResult result = measured(table, round, step, clients);
            used = usedMicros(nodes) - used;
            double busy = MachineCounters.read().busySince(machine);
            require(result);
            return new ScalePoint(
                    round,
                    step.kind().name(),
                    step.nodes(),
                    clients,
                    result.operationsPerSecond(),
                    result.meanMicros(),
                    result.p50Micros(),
                    result.p99Micros(),
                    result.p999Micros(),
                    result.errors(),
                    result.each(),
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

    /** Measures, and logs latencies if they are wanted. */
    private YcsbResult measured(UserTable table, int round, Step step, int clients)
            throws IOException, InterruptedException {
        Duration time = Duration.ofSeconds(settings.seconds());
        YcsbRun run = offered(newRun(table, step, clients, settings.seconds()));
        Path log = log(round, step);
        if (log == null) return run.run(time, working("measuring"));
        Path part = unfinished(log);
        Files.deleteIfExists(part); // of a run that was killed
        try (HistogramLog histograms =
                HistogramLog.create(
                        part,
                        "firesteel lab scale, nanoseconds from "
                                + (settings.perSecond() > 0 ? "the due time" : "the start")
                                + " of an operation",
                        clock.millis())) {
            return run.logging(histograms).run(time, working("measuring"));
        }
    }

    /** Gives the log of a measurement its name. Only a complete measurement has a log. */
    void finishLog(int round, Step step) throws IOException {
        Path log = log(round, step);
        if (log != null) Files.move(unfinished(log), log);
    }

    private static Path unfinished(Path log) {
        return log.resolveSibling(log.getFileName() + ".part");
    }

    /** Returns the log of a measurement; null if none is wanted. */
    @Nullable Path log(int round, Step step) {
        Path directory = settings.histograms();
        if (directory == null) return null;
        String kind = step.kind().name().isEmpty() ? "" : step.kind().name() + "-";
        return directory.resolve("%s%d-nodes-round-%d.hlog".formatted(kind, step.nodes(), round));
    }

    private YcsbRun offered(YcsbRun run) {
        return settings.perSecond() == 0 ? run : run.atRate(settings.perSecond());
    }

    private void fill(UserTable table, LimitedCluster cluster, Step step)
            throws IOException, InterruptedException {
        table.create(settings.replicas(), true, settings.row().fieldCount());
        RowLoader.load(table, settings.properties(step, 0), nanos, working("loading rows"));
        cluster.compact(UserTable.KEYSPACE);
    }

    private static void require(YcsbResult result) throws ScaleException {
        String failure = result.failure();
        if (failure != null) throw new ScaleException(failure);
    }

    private SteadyState warmUp(UserTable table, Step step, int clients)
            throws InterruptedException {
        int seconds = settings.warmUpSeconds(step.nodes());
        SteadyState settling = new SteadyState();
        newRun(table, step, clients, seconds)
                .run(
                        Duration.ofSeconds(seconds),
                        (done, of, perSecond) -> {
                            settling.add(perSecond);
                            listener.working("warming up", perSecond);
                        });
        return settling;
    }

    private YcsbResult run(UserTable table, Step step, int clients, int seconds, String at)
            throws InterruptedException {
        return newRun(table, step, clients, seconds).run(Duration.ofSeconds(seconds), working(at));
    }

    private YcsbRun newRun(UserTable table, Step step, int clients, int seconds) {
        return new YcsbRun(table, settings.properties(step, seconds), clients, nanos);
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
