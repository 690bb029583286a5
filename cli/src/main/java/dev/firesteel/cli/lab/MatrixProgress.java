// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.LoadProgress;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.matrix.MatrixCell;
import dev.firesteel.lab.matrix.MatrixListener;
import dev.firesteel.lab.matrix.MatrixResult;

/** Shows the progress of a matrix. */
final class MatrixProgress extends LoadProgress implements MatrixListener {
    MatrixProgress(StepProgress steps, Console console) {
        super(steps, console);
    }

    @Override
    public void starting(int step, MatrixCell cell) {
        steps.starting(step, 1, cell.toString());
    }

    @Override
    public void measured(MatrixResult result) {
        steps.measured(
                "%.0f a second, %.1f KiB read from the drive for each"
                        .formatted(result.opsPerSecond(), result.readBytesPerOp() / 1024));
    }
}
