// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.scale.ScaleListener;
import dev.firesteel.lab.scale.ScalePoint;

/** Shows the progress of a measurement of clusters. */
final class ScaleProgress implements ScaleListener {
    private final StepProgress steps;

    ScaleProgress(StepProgress steps) {
        this.steps = steps;
    }

    @Override
    public void starting(int step, int round, String kind, int nodes) {
        String name = kind.isEmpty() ? "" : kind + ", ";
        steps.starting(step, round, name + nodes + (nodes == 1 ? " node" : " nodes"));
    }

    @Override
    public void started(int nodes, int of) {
        steps.working("%d of %d nodes are up".formatted(nodes, of));
    }

    @Override
    public void working(String at, double perSecond) {
        steps.working("%s, %.0f a second".formatted(at, perSecond));
    }

    @Override
    public void measured(ScalePoint point) {
        steps.measured(
                "%.0f a second, mean %.0f us".formatted(point.opsPerSecond(), point.meanMicros()));
    }
}
