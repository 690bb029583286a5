// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.sweep.SweepListener;
import dev.firesteel.lab.sweep.SweepPoint;
import java.util.Locale;

/** Shows the progress of a sweep. */
final class SweepProgress implements SweepListener {
    private final StepProgress steps;

    SweepProgress(StepProgress steps) {
        this.steps = steps;
    }

    @Override
    public void starting(int step, int clients, double perSecond) {
        steps.starting(
                step,
                1,
                String.format(
                        Locale.ROOT,
                        "%d client%s, %s",
                        clients,
                        clients == 1 ? "" : "s",
                        perSecond == 0
                                ? "full speed"
                                : String.format(Locale.ROOT, "%.0f a second", perSecond)));
    }

    @Override
    public void working(String at, double perSecond) {
        steps.working(String.format(Locale.ROOT, "%s, %.0f a second", at, perSecond));
    }

    @Override
    public void measured(double perSecond) {
        steps.measured(String.format(Locale.ROOT, "%.0f a second", perSecond));
    }

    @Override
    public void measured(SweepPoint point) {
        steps.measured(
                String.format(
                        Locale.ROOT,
                        "%.0f a second, mean %.0f us, p99 %.0f us",
                        point.achievedPerSecond(),
                        point.meanMicros(),
                        point.p99Micros()));
    }
}
