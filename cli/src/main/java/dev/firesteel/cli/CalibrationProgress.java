// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.memory.CalibrationListener;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;
import java.util.ArrayList;
import java.util.List;

/** Shows how a calibration goes on. */
final class CalibrationProgress implements CalibrationListener {
    private final StepProgress steps;
    private final LoadProgress load;

    CalibrationProgress(StepProgress steps, Console console) {
        this.steps = steps;
        this.load = new LoadProgress(steps, console);
    }

    @Override
    public void loading(long rows, long of, double perSecond) {
        load.loading(rows, of, perSecond);
    }

    @Override
    public void loaded(long bytes) {
        load.loaded(bytes);
    }

    @Override
    public void starting(int step, Budget budget) {
        steps.starting(
                step,
                1,
                "memtables %s, caches %s"
                        .formatted(
                                new Size(budget.memtableBytes()), new Size(budget.cacheBytes())));
    }

    @Override
    public void working(String at, double perSecond) {
        steps.working("%s, %.0f a second".formatted(at, perSecond));
    }

    @Override
    public void measured(Calibration.Run run) {
        steps.measured(rates(run));
    }

    /** How long operations took. */
    static String rates(Calibration.Run run) {
        List<String> rates = new ArrayList<>();
        Double reads = run.readSeconds();
        Double writes = run.writeSeconds();
        if (reads != null) rates.add("reads %.0f us".formatted(1e6 * reads));
        if (writes != null) rates.add("writes %.0f us".formatted(1e6 * writes));
        return String.join(", ", rates);
    }
}
