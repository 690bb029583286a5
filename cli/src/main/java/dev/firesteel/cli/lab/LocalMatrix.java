// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.BenchRun;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Results;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.matrix.Matrix;
import dev.firesteel.lab.matrix.MatrixReport;
import dev.firesteel.lab.matrix.MatrixSettings;
import dev.firesteel.lab.matrix.MatrixTable;
import dev.firesteel.node.CassandraRelease;
import java.io.IOException;
import java.time.Clock;

/** Measures a matrix on this machine, and prints the results. */
final class LocalMatrix {
    private static final Size JOURNAL = Size.parse("1GiB");

    /** The estimated start time of a node. */
    private static final int START_SECONDS = 20;

    private final MatrixSettings settings;
    private final boolean isJson;
    private final Console console;
    private final Clock clock = Clock.systemUTC(); // owns clock

    LocalMatrix(MatrixSettings settings, boolean isJson, Console console) {
        this.settings = settings;
        this.isJson = isJson;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run() throws IOException, InterruptedException {
        int cells = settings.cells().size();
        int longest = settings.warmUpSeconds() + settings.seconds() + START_SECONDS;
        console.note(
                "%s, at least %s without loading rows. Each result goes to%n%s"
                        .formatted(
                                Amount.of(cells, "cell"),
                                Amount.minutes((long) cells * longest),
                                settings.results()));
        StepProgress steps = new StepProgress(cells, 1, console, System::nanoTime);
        Matrix matrix =
                new Matrix(
                        settings,
                        new Build().version(),
                        new BenchJournal(null, JOURNAL)::make,
                        new MatrixProgress(steps, console),
                        clock,
                        System::nanoTime);
        new BenchRun(settings.results(), console).run(matrix, steps, () -> tell(matrix));
        return 0;
    }

    private void tell(Matrix matrix) {
        if (matrix.results().isEmpty()) return;
        if (isJson) console.say(JsonLine.of(line(matrix)));
        else new MatrixTable(settings, matrix.results()).lines().forEach(console::say);
        long missing =
                settings.cells().stream()
                        .filter(
                                cell ->
                                        matrix.results().stream()
                                                .noneMatch(each -> each.cell().equals(cell)))
                        .count();
        if (missing > 0)
            console.note(
                    "%d of %d cells are missing; run the same command to continue"
                            .formatted(missing, settings.cells().size()));
    }

    private ResultLine<?, ?> line(Matrix matrix) {
        return Results.line(
                "matrix",
                CassandraRelease.newest().version(),
                settings.terms(),
                MatrixReport.of(settings, matrix.results()));
    }
}
