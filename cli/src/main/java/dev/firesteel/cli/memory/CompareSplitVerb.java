// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.ClientOptions;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.lab.memory.ComparedDivisions;
import dev.firesteel.lab.memory.ComparisonSettings;
import dev.firesteel.lab.memory.Division;
import dev.firesteel.lab.memory.TrialSettings;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.RecommendedSplit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel memory compare}: tests whether the recommended split is better here. */
@Command(
        name = "compare",
        description = {
            "Measures the recommended memory split, in rounds, beside: Cassandra's defaults; a"
                    + " control, which has the default memtables and is otherwise split as in"
                    + " the calibration; and memtable sizes that were not calibrated. Prints"
                    + " the effect of the recommendation, and the error of the fitted models."
                    + " If --results exists, continues it. Ctrl-C ends the run, and prints"
                    + " the results so far.",
            "See docs/lab/memory.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory compare memory.jsonl",
            "  firesteel memory compare b.jsonl --workload 95/5 --data 5GiB --read-weight .9"
        })
final class CompareSplitVerb implements Callable<Integer>, StartsNodes {
    @Parameters(
            paramLabel = "CALIBRATION",
            description = "The measurements: the file of 'memory calibrate'.")
    Path calibration = Path.of("");

    @Option(
            names = "--results",
            paramLabel = "FILE",
            defaultValue = "memory-comparison.jsonl",
            description = "File for the measurements (default: ${DEFAULT-VALUE}).")
    Path results = Path.of("");

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Number of rounds (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--grid",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "Number of further memtable sizes to measure, spread over the gaps between"
                            + " calibrated and compared ones (default: ${DEFAULT-VALUE}).")
    int grid;

    @Mixin SplitOptions options = new SplitOptions();

    @Mixin TrialWorkload workload = new TrialWorkload();

    @Mixin TrialOptions trial = new TrialOptions();

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public List<Path> directories() {
        return List.of(trial.directory);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        requireSensible(console);
        RecommendedSplit split = options.split(calibration, console);
        ComparisonSettings settings = settings(split, console);
        return new LocalDivisions(split, settings, isJson, console).run();
    }

    private void requireSensible(Console console) {
        ClientOptions.requirePositive(console, "--rounds", rounds);
        if (grid < 0) throw SplitOptions.refused(console, "--grid must be at least 0, not " + grid);
        if (results.toAbsolutePath().normalize().equals(calibration.toAbsolutePath().normalize()))
            throw SplitOptions.refused(
                    console,
                    "--results is the calibration itself, %s: give another".formatted(results));
    }

    private ComparisonSettings settings(RecommendedSplit split, Console console) {
        TrialSettings wanted = console.checked(() -> trial.settings(workload.workload()));
        String calibrated = split.calibration().workload();
        if (!wanted.words().equals(calibrated))
            throw SplitOptions.refused(
                    console,
                    "%s was measured with '%s', and not with '%s': give the same options"
                            .formatted(calibration, calibrated, wanted.words()));
        try {
            List<Division> divisions = ComparedDivisions.of(split, grid);
            return console.checked(
                    () -> new ComparisonSettings(wanted, results, divisions, rounds));
        } catch (BudgetException e) {
            throw SplitOptions.refused(
                    console,
                    "no node could start with one of the memory splits of %s: %s"
                            .formatted(
                                    new Size(split.recommended().budget().totalBytes()),
                                    e.getMessage()));
        }
    }
}
