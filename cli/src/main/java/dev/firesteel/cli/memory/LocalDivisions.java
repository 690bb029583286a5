// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.BenchRun;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Results;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.bench.Rotation;
import dev.firesteel.lab.memory.ComparedRun;
import dev.firesteel.lab.memory.ComparisonResult;
import dev.firesteel.lab.memory.ComparisonSettings;
import dev.firesteel.lab.memory.Division;
import dev.firesteel.lab.memory.DivisionComparison;
import dev.firesteel.memory.RecommendedSplit;
import java.io.IOException;
import java.time.Clock;
import java.util.List;

/** Compares memory splits on this machine, and prints the results. */
final class LocalDivisions {
    private static final Size JOURNAL = Size.parse("1GiB");

    private final RecommendedSplit split;
    private final ComparisonSettings settings;
    private final boolean isJson;
    private final Console console;

    /**
     * Creates a comparison without running it.
     *
     * @param split the calibration, and the expected values
     */
    LocalDivisions(
            RecommendedSplit split, ComparisonSettings settings, boolean isJson, Console console) {
        this.split = split;
        this.settings = settings;
        this.isJson = isJson;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run() throws IOException, InterruptedException {
        warn("machine", split.calibration().machine(), TrialOptions.machine());
        warn("release", split.calibration().cassandra(), settings.trial().cassandra());
        if (split.isByDefault())
            console.note(
                    "Cassandra's defaults are the recommendation: this measures whether another"
                            + " split is better");
        console.note(TrialLength.of(settings.steps(), settings.trial(), settings.results()));
        int count = settings.divisions().size();
        int balanced = Rotation.balancedRounds(count);
        if (settings.rounds() % balanced != 0)
            console.note(
                    ("%d splits follow each other equally often in %d rounds, %d, and so on: in %d"
                                    + " only approximately")
                            .formatted(count, balanced, 2 * balanced, settings.rounds()));
        StepProgress steps =
                new StepProgress(settings.steps(), settings.rounds(), console, System::nanoTime);
        ComparisonProgress progress = new ComparisonProgress(steps, console);
        DivisionComparison comparison =
                new DivisionComparison(
                        settings,
                        new Build().version(),
                        new BenchJournal(null, JOURNAL)::make,
                        progress,
                        Clock.systemUTC(), // owns clock
                        System::nanoTime);
        new BenchRun(settings.results(), console)
                .run(
                        comparison,
                        steps,
                        () -> {
                            progress.tellUnsettled();
                            tell(comparison.runs());
                        });
        return 0;
    }

    private void warn(String what, String then, String now) {
        if (!then.equals(now))
            console.note(
                    "WARNING: the calibration is of another %s, '%s', not of '%s'"
                            .formatted(what, then, now));
    }

    private void tell(List<ComparedRun> runs) {
        String first = settings.divisions().get(0).name();
        if (runs.stream().anyMatch(run -> run.division().equals(first)))
            tell(ComparisonResult.of(settings, split.objective(), runs));
        if (runs.size() < settings.steps())
            console.note(
                    "%d of %d measurements are in %s; run the same command to continue"
                            .formatted(runs.size(), settings.steps(), settings.results()));
    }

    private void tell(ComparisonResult result) {
        if (!isJson) {
            String recommended = split.isByDefault() ? Division.DEFAULTS : Division.RECOMMENDED;
            new ComparisonText(result, recommended).lines().forEach(console::say);
            return;
        }
        console.say(
                JsonLine.of(
                        Results.line(
                                "memory-comparison",
                                settings.trial().cassandra(),
                                settings.terms(),
                                result)));
    }
}
