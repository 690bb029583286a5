// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.LoadProgress;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.memory.ComparedRun;
import dev.firesteel.lab.memory.ComparisonListener;
import dev.firesteel.lab.memory.Division;

/** Shows the progress of a comparison of memory splits. */
final class ComparisonProgress extends LoadProgress implements ComparisonListener {
    ComparisonProgress(StepProgress steps, Console console) {
        super(steps, console);
    }

    @Override
    public void starting(int step, int round, Division division) {
        steps.starting(step, round, division.name());
    }

    @Override
    public void measured(ComparedRun run) {
        steps.measured(CalibrationProgress.rates(run.run()));
    }
}
