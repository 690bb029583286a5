// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.matrix.MatrixCell;
import dev.firesteel.lab.matrix.MatrixListener;
import dev.firesteel.lab.matrix.MatrixResult;

/** Shows how a matrix goes on. */
final class MatrixProgress implements MatrixListener {
    private final StepProgress steps;
    private final LoadProgress load;

    MatrixProgress(StepProgress steps, Console console) {
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
    public void starting(int step, MatrixCell cell) {
        steps.starting(step, 1, cell.toString());
    }

    @Override
    public void working(String at, double perSecond) {
        steps.working("%s, %.0f a second".formatted(at, perSecond));
    }

    @Override
    public void measured(MatrixResult result) {
        steps.measured(
                "%.0f a second, %.1f KiB read from the drive for each"
                        .formatted(result.opsPerSecond(), result.readBytesPerOp() / 1024));
    }
}
