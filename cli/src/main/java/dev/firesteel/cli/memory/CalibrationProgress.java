// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.LoadProgress;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.memory.CalibrationListener;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;
import java.util.ArrayList;
import java.util.List;

/** Shows the progress of a calibration. */
final class CalibrationProgress extends LoadProgress implements CalibrationListener {
    CalibrationProgress(StepProgress steps, Console console) {
        super(steps, console);
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
    public void measured(Calibration.Run run) {
        steps.measured(rates(run));
    }

    /** Returns the times of operations as text. */
    static String rates(Calibration.Run run) {
        List<String> rates = new ArrayList<>();
        Double reads = run.readSeconds();
        Double writes = run.writeSeconds();
        if (reads != null) rates.add("reads %.0f us".formatted(1e6 * reads));
        if (writes != null) rates.add("writes %.0f us".formatted(1e6 * writes));
        return String.join(", ", rates);
    }
}
