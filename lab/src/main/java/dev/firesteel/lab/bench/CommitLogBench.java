// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Measures modes side by side, in rounds. A round measures every workload on one placement of files
 * after the other, and there in one mode after the other, each on a new node without data. The node
 * is warmed up once and then measured with each number of clients. Compared modes are thus measured
 * within minutes.
 *
 * <p>Clients and node share the machine. Ratios within a round are more reliable than rates.
 */
public final class CommitLogBench implements Bench {
    /** Time within which a node with nothing to replay is up. */
    static final Duration START_PATIENCE = Duration.ofMinutes(5);

    private final BenchSettings settings;
    private final BenchListener listener;
    private final LongSupplier nanos;
    private final Instant began;
    private final BenchNodes nodes;
    private final Rounds rounds;
    private final List<Measurement> measurements = new ArrayList<>();
    private int step;

    /**
     * Creates a comparison.
     *
     * @param journals makes the journals of {@link Mode#FIRESTEEL}
     * @param nanos a clock in nanoseconds, of any origin
     * @param began the start of the comparison, which identifies its measurements
     */
    public CommitLogBench(
            BenchSettings settings,
            JournalMaker journals,
            BenchListener listener,
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
    public List<Measurement> measurements() {
        return List.copyOf(measurements);
    }

    @Override
    public void stop(Thread running) {
        rounds.stop(running);
    }

    private void measure(int round, List<Mode> modes) throws IOException, InterruptedException {
        for (Workload workload : settings.load().workloads())
            for (Placement placement : Rotation.of(settings.placements(), round))
                for (Mode mode : modes) measure(round, workload, placement, mode);
    }

    private void measure(int round, Workload workload, Placement placement, Mode mode)
            throws IOException, InterruptedException {
        listener.starting(++step, round, mode, workload, placement);
        try (CassandraNode node = nodes.start(mode, placement)) {
            node.awaitReady(START_PATIENCE);
            new ModeRun(round, mode, workload, placement, settings, listener, nanos)
                    .measure(node, nodes, this::keep);
        }
    }

    private void keep(Measurement one) throws IOException {
        JsonLine.append(settings.results(), new KeptMeasurement<>(began.toString(), one));
        measurements.add(one);
        listener.measured(one);
    }

    /** Makes an empty journal, in a new file or in place of an old journal. */
    @FunctionalInterface
    public interface JournalMaker {
        /** Makes it. */
        void make(Path path) throws IOException;
    }

    /** Returns whether a journal with that owner is a past measurement's, and disposable. */
    public static boolean isOwn(String journalOwner) {
        return journalOwner.startsWith(BenchNodes.CLUSTER + " ");
    }
}
