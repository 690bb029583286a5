// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.JsonLine;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Compares restart times of nodes of different modes after a crash, with the same rows in their
 * logs and nowhere else. A round measures one mode after the other, each with a new node.
 */
public final class ReplayBench implements Bench {
    private final ReplaySettings settings;
    private final ReplayListener listener;
    private final LongSupplier nanos;
    private final Instant began;
    private final BenchNodes nodes;
    private final Rounds rounds;
    private final List<ReplayMeasurement> measurements = new ArrayList<>();
    private int step;

    /**
     * Creates a comparison.
     *
     * @param journals makes the journals of {@link Mode#FIRESTEEL}
     * @param nanos a clock in nanoseconds, of any origin
     * @param began the start of the comparison, which identifies its measurements
     */
    public ReplayBench(
            ReplaySettings settings,
            CommitLogBench.JournalMaker journals,
            ReplayListener listener,
            LongSupplier nanos,
            Instant began) {
        this.settings = settings;
        this.listener = listener;
        this.nanos = nanos;
        this.began = began;
        this.nodes = new BenchNodes(settings, journals);
        this.rounds = new Rounds(settings, nodes);
    }

    @Override
    public void run() throws IOException, InterruptedException {
        rounds.run(this::measure);
    }

    /** Returns the measurements so far. Only for the thread that measures. */
    public List<ReplayMeasurement> measurements() {
        return List.copyOf(measurements);
    }

    @Override
    public void stop(Thread running) {
        rounds.stop(running);
    }

    private void measure(int round, List<Mode> modes) throws IOException, InterruptedException {
        for (Mode mode : modes) {
            listener.starting(++step, round, mode);
            keep(new ReplayRun(round, mode, settings, nodes, listener, nanos).measure());
        }
    }

    private void keep(ReplayMeasurement one) throws IOException {
        JsonLine.append(settings.results(), new KeptMeasurement<>(began.toString(), one));
        measurements.add(one);
        listener.measured(one);
    }
}
