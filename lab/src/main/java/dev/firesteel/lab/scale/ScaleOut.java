// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import static java.util.Objects.requireNonNull;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.ResultsFile;
import dev.firesteel.lab.bench.Bench;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.Rotation;
import dev.firesteel.lab.crash.CampaignLock;
import dev.firesteel.lab.scale.ScaleSettings.Step;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures clusters of several kinds and sizes on one machine. Each node is limited to its kind's
 * share of a processor. The defaults follow Figures 4 and 5 of "Performance and consistency of
 * Cassandra on Blue Waters", where each node had a machine: one kind, one replica of each row, and
 * as many rows and clients for each node.
 */
public final class ScaleOut implements Bench {
    private final ScaleSettings settings;
    private final String firesteel;
    private final ScaleListener listener;
    private final InstantSource clock;
    private final ClusterRun run;
    private @Nullable ResultsFile<ScaleSettings.RunTerms, ScalePoint> file;
    private volatile boolean isStopped;

    /**
     * Creates the measurement; starts nothing.
     *
     * @param firesteel the version of Firesteel
     * @param journals makes the journals of nodes that have one
     * @param clock for the time of day
     * @param nanos a clock in nanoseconds, of any origin
     */
    public ScaleOut(
            ScaleSettings settings,
            String firesteel,
            JournalMaker journals,
            ScaleListener listener,
            InstantSource clock,
            LongSupplier nanos) {
        this.settings = settings;
        this.firesteel = firesteel;
        this.listener = listener;
        this.clock = clock;
        this.run = new ClusterRun(settings, journals, listener, clock, nanos);
    }

    @Override
    public void run() throws IOException, InterruptedException {
        try (CampaignLock lock = CampaignLock.take(settings.data())) {
            run.clear();
            try {
                measureAll(open());
            } catch (IOException | InterruptedException | RuntimeException e) {
                // After a stop the nodes were killed, and any exception is expected.
                if (!isStopped) throw e;
                run.clear();
            }
        }
    }

    /** Opens the file of single measurements, to resume from. */
    ResultsFile<ScaleSettings.RunTerms, ScalePoint> open() throws IOException {
        return ResultsFile.open(
                settings.results(),
                new ResultsFile.Terms<>(
                        "run of lab scale",
                        "delete it, or give another --data",
                        "scale-point",
                        ScalePoint.class,
                        new ResultLine.Origin<>(
                                firesteel,
                                CassandraNode.at(settings.data()).release().version(),
                                Machine.here(),
                                settings.runTerms())),
                clock);
    }

    private void measureAll(ResultsFile<ScaleSettings.RunTerms, ScalePoint> results)
            throws IOException, InterruptedException {
        file = results;
        prepareLogs();
        int step = 0;
        for (int round = 1; round <= settings.rounds(); round++)
            for (Step cluster : Rotation.of(settings.clusters(), round)) {
                step++;
                if (has(round, cluster)) continue;
                listener.starting(step, round, cluster.kind().name(), cluster.nodes());
                ScalePoint point = run.measure(round, cluster);
                run.finishLog(round, cluster);
                results.add(point);
                listener.measured(point);
            }
    }

    private boolean has(int round, Step cluster) {
        return points(cluster.kind()).stream()
                .anyMatch(point -> point.round() == round && point.nodes() == cluster.nodes());
    }

    private List<ScalePoint> points(NodeKind kind) {
        return points().stream().filter(point -> point.kind().equals(kind.name())).toList();
    }

    /**
     * Checks the logs of latencies before anything is started. A log without a measurement is one
     * that a kill has left if this run goes on with an earlier one, and otherwise that of another
     * run, which is not replaced.
     */
    private void prepareLogs() throws IOException {
        Path directory = settings.histograms();
        if (directory == null) return;
        Files.createDirectories(directory);
        if (!Files.isWritable(directory))
            throw new ScaleException("--histograms: cannot write to %s".formatted(directory));
        for (int round = 1; round <= settings.rounds(); round++)
            for (Step cluster : settings.clusters()) {
                Path log = requireNonNull(run.log(round, cluster));
                boolean isLogged = Files.exists(log);
                if (has(round, cluster) && !isLogged)
                    throw new ScaleException(
                            "--histograms: there is no %s, though its cluster was measured: give the"
                                            .formatted(log)
                                    + " directory of the run that this one goes on with, or no"
                                    + " --histograms");
                if (!has(round, cluster) && isLogged && points().isEmpty())
                    throw new ScaleException(
                            "--histograms: '%s' exists: give another directory".formatted(log));
                if (!has(round, cluster)) Files.deleteIfExists(log);
            }
    }

    private List<ScalePoint> points() {
        return file == null ? List.of() : file.results();
    }

    /** Returns whether anything was measured. Only for the thread that measures. */
    public boolean hasMeasured() {
        return !points().isEmpty();
    }

    /**
     * Returns the measurements of a kind so far, of this process or earlier ones. In a closed loop
     * the same clusters are simulated, which takes some seconds, and larger clusters too, unless it
     * was stopped. Only for one thread.
     */
    public ScaleResult result(NodeKind kind) {
        return ScaleResult.of(
                settings, kind, points(kind), Machine.here().processors(), !isStopped);
    }

    /** Deletes complete results, once reported, so that the same command measures again. */
    public void forgetIfComplete() throws IOException {
        if (points().size() == settings.steps()) Files.deleteIfExists(settings.results());
    }

    @Override
    public void stop(Thread running) {
        isStopped = true;
        run.stop();
        running.interrupt();
    }
}
