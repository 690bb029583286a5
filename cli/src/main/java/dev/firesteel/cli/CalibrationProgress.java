// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.memory.CalibrationListener;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;
import java.util.ArrayList;
import java.util.List;

/** Shows how a calibration goes on. */
final class CalibrationProgress implements CalibrationListener {
    private static final int SECONDS_BETWEEN_LINES = 30;

    private final StepProgress steps;
    private final Console console;
    private int calls;

    CalibrationProgress(StepProgress steps, Console console) {
        this.steps = steps;
        this.console = console;
    }

    @Override
    public void loading(long rows, long of, double perSecond) {
        String text = "loading rows, %d of %d, %.0f a second".formatted(rows, of, perSecond);
        steps.working(text);
        if (!console.isTerminal() && calls++ % SECONDS_BETWEEN_LINES == 0) console.note(text);
    }

    @Override
    public void loaded(long bytes) {
        if (!console.isTerminal()) console.note(new Size(bytes) + " on the drive");
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
        List<String> rates = new ArrayList<>();
        Double reads = run.readSeconds();
        Double writes = run.writeSeconds();
        if (reads != null) rates.add("reads %.0f us".formatted(1e6 * reads));
        if (writes != null) rates.add("writes %.0f us".formatted(1e6 * writes));
        steps.measured(String.join(", ", rates));
    }
}
