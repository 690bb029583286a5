// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import dev.firesteel.lab.bench.Bench;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.Rotation;
import dev.firesteel.lab.crash.CampaignLock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Measures clusters of different sizes on one machine, each node of which has the same share of a
 * processor: Figures 4 and 5 of "Performance and consistency of Cassandra on Blue Waters", which
 * had a machine for each. As there, each row has one replica, and each node as many rows and as
 * many clients as any other.
 */
public final class ScaleOut implements Bench {
    private final ScaleSettings settings;
    private final ScaleListener listener;
    private final ClusterRun run;
    private final List<ScalePoint> points = new ArrayList<>();
    private volatile boolean isStopped;

    /**
     * Does nothing yet.
     *
     * @param journals makes the journals of nodes that have one
     * @param nanos a clock in nanoseconds, of any origin
     */
    public ScaleOut(
            ScaleSettings settings,
            JournalMaker journals,
            ScaleListener listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.listener = listener;
        this.run = new ClusterRun(settings, journals, listener, nanos);
    }

    @Override
    public void run() throws IOException, InterruptedException {
        try (CampaignLock lock = CampaignLock.take(settings.data())) {
            run.clear();
            try {
                measureAll();
            } catch (IOException | InterruptedException | RuntimeException e) {
                // Whatever a thread says whose nodes have been taken away.
                if (!isStopped) throw e;
                run.clear();
            }
        }
    }

    private void measureAll() throws IOException, InterruptedException {
        int step = 0;
        for (int round = 1; round <= settings.rounds(); round++)
            for (int nodes : Rotation.of(settings.nodes(), round)) {
                listener.starting(++step, round, nodes);
                ScalePoint point = run.measure(round, nodes);
                points.add(point);
                listener.measured(point);
            }
    }

    /** Whether anything was measured. To be asked by the thread that measures. */
    public boolean hasMeasured() {
        return !points.isEmpty();
    }

    /**
     * What was measured so far, and what a simulation makes of it, which takes some seconds: unless
     * it was stopped, of larger clusters, too. To be asked by one thread.
     */
    public ScaleResult result() {
        return ScaleResult.of(settings, points, !isStopped);
    }

    @Override
    public void stop(Thread running) {
        isStopped = true;
        run.stop();
        running.interrupt();
    }
}
