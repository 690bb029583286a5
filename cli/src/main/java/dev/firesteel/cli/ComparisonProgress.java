// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.memory.ComparedRun;
import dev.firesteel.lab.memory.ComparisonListener;
import dev.firesteel.lab.memory.Division;

/** Shows how a comparison of divisions of memory goes on. */
final class ComparisonProgress implements ComparisonListener {
    private final StepProgress steps;
    private final LoadProgress load;

    ComparisonProgress(StepProgress steps, Console console) {
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
    public void starting(int step, int round, Division division) {
        steps.starting(step, round, division.name());
    }

    @Override
    public void working(String at, double perSecond) {
        steps.working("%s, %.0f a second".formatted(at, perSecond));
    }

    @Override
    public void measured(ComparedRun run) {
        steps.measured(CalibrationProgress.rates(run.run()));
    }
}
