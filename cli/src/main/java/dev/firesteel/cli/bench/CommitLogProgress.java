// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.bench.BenchListener;
import dev.firesteel.lab.bench.Measurement;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.Placement;
import dev.firesteel.lab.bench.Workload;
import java.util.Locale;

/**
 * Shows the progress of a comparison of commit logs.
 *
 * @param steps prints it
 */
record CommitLogProgress(StepProgress steps) implements BenchListener {
    @Override
    public void starting(int step, int round, Mode mode, Workload workload, Placement placement) {
        steps.starting(step, round, mode.title() + ", " + workload + placement);
    }

    @Override
    public void working(String at, double perSecond) {
        steps.working(String.format(Locale.ROOT, "%s, %.0f op/s", at, perSecond));
    }

    @Override
    public void measured(Measurement one) {
        steps.measured(
                String.format(
                        Locale.ROOT,
                        "%d %s, %s loop: %.0f op/s, p50 %.0f us, p99 %.0f us",
                        one.cell().clients(),
                        one.cell().clients() == 1 ? "client" : "clients",
                        one.loop().title(),
                        one.result().operationsPerSecond(),
                        one.result().p50Micros(),
                        one.result().p99Micros()));
    }
}
