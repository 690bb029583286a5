// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static java.util.Objects.requireNonNull;

import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Calibration;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Measures read and write times with different memory splits. */
public final class Calibrator extends TrialBench {
    private final CalibrationSettings settings;
    private final CalibrationListener listener;
    private Calibration measured;
    private @Nullable CalibrationResults results;

    /**
     * Creates a calibration.
     *
     * @param machine in words: measurements of different machines must not be mixed
     * @param journals makes the journals of nodes that have one
     * @param nanos a clock in nanoseconds, of any origin
     */
    public Calibrator(
            CalibrationSettings settings,
            String machine,
            JournalMaker journals,
            CalibrationListener listener,
            LongSupplier nanos) {
        super(new MemoryRuns(settings.trial(), journals, listener, nanos), settings.trial());
        this.settings = settings;
        this.listener = listener;
        this.measured = settings.empty(machine);
    }

    /**
     * Returns the measurements so far, of this process or earlier ones; null if the file of results
     * could not be opened. Only for the thread that measures.
     */
    public @Nullable Calibration measured() {
        return results == null ? null : measured;
    }

    @Override
    void openResults() throws IOException {
        CalibrationResults opened = CalibrationResults.open(settings.results(), measured);
        measured = opened.measured();
        results = opened;
    }

    @Override
    void measureAll() throws IOException, InterruptedException {
        CalibrationResults file = requireNonNull(results);
        if (measured.runs().size() >= settings.runs()) return;
        trials.prepare(settings.layout().totalBytes());
        while (measured.runs().size() < settings.runs()) {
            Budget budget = next();
            listener.starting(measured.runs().size() + 1, budget);
            Calibration.Run run = trials.measure(budget);
            file.add(run);
            measured = file.measured();
            listener.measured(run);
        }
    }

    private Budget next() {
        try {
            return settings.layout().budget(settings.plan().next(measured));
        } catch (BudgetException e) {
            throw new IllegalStateException("the settings were not checked", e);
        }
    }
}
