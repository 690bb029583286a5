// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.ResultsFile;
import dev.firesteel.lab.bench.Bench;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.Rotation;
import dev.firesteel.lab.crash.CampaignLock;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures clusters of different sizes on one machine, each node of which has the same share of a
 * processor: Figures 4 and 5 of "Performance and consistency of Cassandra on Blue Waters", which
 * had a machine for each. As there, each row has one replica, and each node as many rows and as
 * many clients as any other.
 */
public final class ScaleOut implements Bench {
    private final ScaleSettings settings;
    private final String firesteel;
    private final ScaleListener listener;
    private final InstantSource clock;
    private final ClusterRun run;
    private @Nullable ResultsFile<ScaleTerms, ScalePoint> file;
    private volatile boolean isStopped;

    /**
     * Does nothing yet.
     *
     * @param firesteel our version
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
        this.run = new ClusterRun(settings, journals, listener, nanos);
    }

    @Override
    public void run() throws IOException, InterruptedException {
        try (CampaignLock lock = CampaignLock.take(settings.data())) {
            run.clear();
            try {
                measureAll(open());
            } catch (IOException | InterruptedException | RuntimeException e) {
                // Whatever a thread says whose nodes have been taken away.
                if (!isStopped) throw e;
                run.clear();
            }
        }
    }

    /** The file of single measurements, to go on with. */
    ResultsFile<ScaleTerms, ScalePoint> open() throws IOException {
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
                                settings.terms())),
                clock);
    }

    private void measureAll(ResultsFile<ScaleTerms, ScalePoint> results)
            throws IOException, InterruptedException {
        file = results;
        int step = 0;
        for (int round = 1; round <= settings.rounds(); round++)
            for (int nodes : Rotation.of(settings.nodes(), round)) {
                step++;
                if (has(round, nodes)) continue;
                listener.starting(step, round, nodes);
                ScalePoint point = run.measure(round, nodes);
                results.add(point);
                listener.measured(point);
            }
    }

    private boolean has(int round, int nodes) {
        return points().stream()
                .anyMatch(point -> point.round() == round && point.nodes() == nodes);
    }

    private List<ScalePoint> points() {
        return file == null ? List.of() : file.results();
    }

    /** Whether anything was measured. To be asked by the thread that measures. */
    public boolean hasMeasured() {
        return !points().isEmpty();
    }

    /**
     * What was measured so far, in this process or before, and what a simulation makes of it, which
     * takes some seconds: unless it was stopped, of larger clusters, too. To be asked by one
     * thread.
     */
    public ScaleResult result() {
        return ScaleResult.of(settings, points(), Machine.here().processors(), !isStopped);
    }

    /** If all was measured, and has been told, the same command measures anew. */
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
