// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.ReplayListener;
import dev.firesteel.lab.bench.ReplayMeasurement;
import java.util.Locale;

/**
 * Shows the progress of a comparison of replays.
 *
 * @param steps prints it
 */
record ReplayProgress(StepProgress steps) implements ReplayListener {
    @Override
    public void starting(int step, int round, Mode mode) {
        steps.starting(step, round, mode.title());
    }

    @Override
    public void loading(long rows, long ofRows, double perSecond) {
        steps.working(
                String.format(
                        Locale.ROOT,
                        "writing, %d of %d rows, %.0f a second",
                        rows,
                        ofRows,
                        perSecond));
    }

    @Override
    public void replaying() {
        steps.working("killed, starting again");
    }

    @Override
    public void measured(ReplayMeasurement one) {
        steps.measured(
                String.format(
                        Locale.ROOT,
                        "replayed %s in %.2f s, started in %.2f s, at most %s of memory",
                        new Size(one.logBytes()),
                        one.replaySeconds(),
                        one.startSeconds(),
                        new Size(one.peakResidentBytes())));
    }
}
