// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.matrix.MatrixCell;
import dev.firesteel.lab.matrix.MatrixListener;
import dev.firesteel.lab.matrix.MatrixResult;

/** Shows how a matrix goes on. */
final class MatrixProgress implements MatrixListener {
    private static final int SECONDS_BETWEEN_LINES = 30;

    private final StepProgress steps;
    private final Console console;
    private int calls;

    MatrixProgress(StepProgress steps, Console console) {
        this.steps = steps;
        this.console = console;
    }

    @Override
    public void loading(long rows, long of, double perSecond) {
        String text = "loading rows, %d of %d, %.0f a second".formatted(rows, of, perSecond);
        steps.working(text);
        if (!console.isTerminal() && calls++ % SECONDS_BETWEEN_LINES == 0) console.note(text);
    }

    @Override
    public void loaded(long bytes) {
        if (!console.isTerminal()) console.note(new Size(bytes) + " on the drive");
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
