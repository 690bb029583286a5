// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Measures modes side by side, in rounds. In a round every cell is measured of one mode after the
 * other, each on a new node with no data: what is compared is measured right after each other.
 *
 * <p>Clients and node share the machine. Ratios within a round say more than rates.
 */
public final class CommitLogBench {
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);

    private final BenchSettings settings;
    private final BenchListener listener;
    private final LongSupplier nanos;
    private final BenchNodes nodes;
    private final List<Measurement> measurements = new ArrayList<>();
    private volatile boolean isStopped;
    private int step;

    /**
     * A comparison.
     *
     * @param journals makes the journals of {@link Mode#FIRESTEEL}
     * @param nanos a clock in nanoseconds, of any origin
     */
    public CommitLogBench(
            BenchSettings settings,
            JournalMaker journals,
            BenchListener listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.listener = listener;
        this.nanos = nanos;
        this.nodes = new BenchNodes(settings, journals);
    }

    /**
     * Measures everything, or what there is time for until {@link #stop}. No node is left running,
     * and none of their files, but those of a node that failed.
     *
     * @throws IOException if it cannot go on; what was measured is there all the same
     */
    public void run() throws IOException, InterruptedException {
        Files.createDirectories(settings.directory());
        try {
            for (int round = 1; round <= settings.rounds(); round++) measure(round);
        } catch (IOException | InterruptedException | RuntimeException e) {
            // Whatever a thread says whose node has been taken away.
            if (!isStopped) throw e;
        } finally {
            nodes.close();
        }
        nodes.clear();
    }

    /** What was measured so far. To be asked by the thread that measures. */
    public List<Measurement> measurements() {
        return List.copyOf(measurements);
    }

    /**
     * Ends the measurement that is being made.
     *
     * @param running the thread that makes it
     */
    public void stop(Thread running) {
        isStopped = true;
        nodes.close();
        running.interrupt();
    }

    private void measure(int round) throws IOException, InterruptedException {
        for (Cell cell : settings.load().cells())
            for (Mode mode : order(settings.modes(), round)) measure(round, cell, mode);
    }

    /**
     * Whatever a mode inherits from the one before it, it inherits from another each round: they
     * begin with another mode each time, and go backwards every other time.
     */
    static List<Mode> order(List<Mode> all, int round) {
        List<Mode> modes = new ArrayList<>(all);
        Collections.rotate(modes, round - 1);
        if (round % 2 == 0) Collections.reverse(modes);
        return modes;
    }

    private void measure(int round, Cell cell, Mode mode) throws IOException, InterruptedException {
        listener.starting(++step, round, mode, cell);
        try (CassandraNode node = nodes.start(mode)) {
            node.awaitReady(START_PATIENCE);
            Target target = nodes.target(mode);
            Path log = mode.isJournal() ? nodes.journal() : node.settings().directory().commitLog();
            new ModeRun(round, mode, cell, settings, listener, nanos)
                    .measure(node, target, log, this::keep);
        }
    }

    private void keep(Measurement one) throws IOException {
        JsonLine.append(settings.results(), one);
        measurements.add(one);
        listener.measured(one);
    }

    /** Makes an empty journal: in a file that does not exist, or where one was. */
    @FunctionalInterface
    public interface JournalMaker {
        /** Makes it. */
        void make(Path path) throws IOException;
    }

    /** Whether a journal of that owner was a measurement's, and nobody needs what it holds. */
    public static boolean isOwn(String journalOwner) {
        return journalOwner.startsWith(BenchNodes.CLUSTER + " ");
    }
}
