// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.bench.Bench;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.crash.CampaignLock;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Calibration;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Measures how long reads and writes take with memory divided in several ways. */
public final class Calibrator implements Bench {
    private final CalibrationSettings settings;
    private final CalibrationListener listener;
    private final Trials trials;
    private Calibration measured;
    private boolean isOpen;
    private volatile boolean isStopped;

    /**
     * A calibration.
     *
     * @param machine in words: measurements of several are not to be mixed
     * @param journals makes the journals of nodes that have one
     * @param nanos a clock in nanoseconds, of any origin
     */
    public Calibrator(
            CalibrationSettings settings,
            String machine,
            JournalMaker journals,
            CalibrationListener listener,
            LongSupplier nanos) {
        this.settings = settings;
        this.listener = listener;
        this.trials = new Trials(settings.trial(), journals, listener, nanos);
        this.measured = settings.empty(machine);
    }

    /**
     * What was measured so far, in this process or before; null if the file of results could not be
     * opened. To be asked by the thread that measures.
     */
    public @Nullable Calibration measured() {
        return isOpen ? measured : null;
    }

    @Override
    public void run() throws IOException, InterruptedException {
        try (CampaignLock lock = CampaignLock.take(settings.trial().directory())) {
            trials.endLeft();
            CalibrationResults results = CalibrationResults.open(settings.results(), measured);
            measured = results.measured();
            isOpen = true;
            try (trials) {
                measureAll(results);
            } catch (IOException | InterruptedException | RuntimeException e) {
                // Whatever a thread says whose node has been taken away.
                if (!isStopped) throw e;
            }
        }
    }

    @Override
    public void stop(Thread running) {
        isStopped = true;
        trials.stop();
        running.interrupt();
    }

    private void measureAll(CalibrationResults results) throws IOException, InterruptedException {
        if (measured.runs().size() >= settings.runs()) return;
        trials.prepare(settings.layout().totalBytes());
        while (measured.runs().size() < settings.runs()) {
            Budget budget = next();
            listener.starting(measured.runs().size() + 1, budget);
            Calibration.Run run = trials.measure(budget);
            results.add(run);
            measured = results.measured();
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
