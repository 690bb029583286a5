// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.ResultsFile;
import dev.firesteel.lab.bench.Bench;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.Rotation;
import dev.firesteel.lab.crash.CampaignLock;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures several divisions of memory side by side, in rounds, each time in another order: what a
 * machine does to all of a round says nothing of any.
 */
public final class DivisionComparison implements Bench {
    private final ComparisonSettings settings;
    private final String firesteel;
    private final ComparisonListener listener;
    private final InstantSource clock;
    private final Trials trials;
    private @Nullable ResultsFile<ComparisonTerms, ComparedRun> file;
    private volatile boolean isStopped;

    /**
     * Does nothing yet.
     *
     * @param firesteel our version
     * @param journals makes the journals of nodes that have one
     * @param clock for the time of day
     * @param nanos a clock in nanoseconds, of any origin
     */
    public DivisionComparison(
            ComparisonSettings settings,
            String firesteel,
            JournalMaker journals,
            ComparisonListener listener,
            InstantSource clock,
            LongSupplier nanos) {
        this.settings = settings;
        this.firesteel = firesteel;
        this.listener = listener;
        this.clock = clock;
        this.trials = new Trials(settings.trial(), journals, listener, nanos);
    }

    /**
     * What was measured so far, in this process or before, in the order in which it was. To be
     * asked by the thread that measures.
     */
    public List<ComparedRun> runs() {
        return file == null ? List.of() : file.results();
    }

    @Override
    public void run() throws IOException, InterruptedException {
        try (CampaignLock lock = CampaignLock.take(settings.trial().directory())) {
            trials.endLeft();
            ResultsFile<ComparisonTerms, ComparedRun> results = open();
            file = results;
            try (trials) {
                measureAll(results);
            } catch (IOException | InterruptedException | RuntimeException e) {
                // Whatever a thread says whose node has been taken away.
                if (!isStopped) throw e;
            }
        }
    }

    /** The file of single measurements, to go on with. */
    ResultsFile<ComparisonTerms, ComparedRun> open() throws IOException {
        return ResultsFile.open(
                settings.results(),
                new ResultsFile.Terms<>(
                        "comparison of divisions of memory",
                        "give another --results",
                        "memory-run",
                        ComparedRun.class,
                        new ResultLine.Origin<>(
                                firesteel,
                                settings.trial().cassandra(),
                                Machine.here(),
                                settings.terms())),
                clock);
    }

    private void measureAll(ResultsFile<ComparisonTerms, ComparedRun> results)
            throws IOException, InterruptedException {
        if (runs().size() >= settings.steps()) return;
        trials.prepare(settings.totalBytes());
        int step = 0;
        for (int round = 1; round <= settings.rounds(); round++)
            for (Division division : Rotation.of(settings.divisions(), round)) {
                step++;
                if (has(round, division)) continue;
                listener.starting(step, round, division);
                ComparedRun run =
                        new ComparedRun(round, division.name(), trials.measure(division.budget()));
                results.add(run);
                listener.measured(run);
            }
    }

    private boolean has(int round, Division division) {
        return runs().stream()
                .anyMatch(run -> run.round() == round && run.division().equals(division.name()));
    }

    @Override
    public void stop(Thread running) {
        isStopped = true;
        trials.stop();
        running.interrupt();
    }
}
