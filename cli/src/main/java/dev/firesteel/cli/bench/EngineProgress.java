// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.engine.EngineCell;
import dev.firesteel.lab.engine.EngineListener;
import dev.firesteel.lab.engine.EngineMeasurement;
import dev.firesteel.lab.engine.Peer;
import java.util.Locale;

/**
 * Shows the progress of a comparison of the engine with its peers.
 *
 * @param steps prints it
 */
record EngineProgress(StepProgress steps) implements EngineListener {
    @Override
    public void starting(int step, int round, Peer peer, EngineCell cell) {
        steps.starting(step, round, peer.title() + ", " + cell);
    }

    @Override
    public void measured(EngineMeasurement one) {
        steps.measured(
                String.format(
                        Locale.ROOT,
                        "%.0f appends/s, %.1f MB/s, p50 %.0f us, p99 %.0f us",
                        one.appendsPerSecond(),
                        one.megabytesPerSecond(),
                        one.p50Micros(),
                        one.p99Micros()));
    }

    @Override
    public void leftOut(Peer peer, String why, int measurements) {
        steps.leaveOut(measurements);
        steps.measured(peer.title() + " is left out from now on: " + why);
    }
}
