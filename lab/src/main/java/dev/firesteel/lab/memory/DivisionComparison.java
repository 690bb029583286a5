// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static java.util.Objects.requireNonNull;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.ResultsFile;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.Rotation;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares memory splits, in rounds that each have another order. Effects of the machine on a whole
 * round cancel out.
 */
public final class DivisionComparison extends TrialBench {
    private final ComparisonSettings settings;
    private final String firesteel;
    private final ComparisonListener listener;
    private final InstantSource clock;
    private @Nullable ResultsFile<ComparisonTerms, ComparedRun> file;

    /**
     * Creates the comparison; starts nothing.
     *
     * @param firesteel the version of Firesteel
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
        super(new MemoryRuns(settings.trial(), journals, listener, nanos), settings.trial());
        this.settings = settings;
        this.firesteel = firesteel;
        this.listener = listener;
        this.clock = clock;
    }

    /**
     * Returns the measurements so far, of this process or earlier ones, in their order. Only for
     * the thread that measures.
     */
    public List<ComparedRun> runs() {
        return file == null ? List.of() : file.results();
    }

    @Override
    void openResults() throws IOException {
        file = open();
    }

    /** Opens the file of single measurements, to resume from. */
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

    @Override
    void measureAll() throws IOException, InterruptedException {
        ResultsFile<ComparisonTerms, ComparedRun> results = requireNonNull(file);
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
}
