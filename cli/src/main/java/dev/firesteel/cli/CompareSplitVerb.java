// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

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
        description =
                "Measures the recommended division of memory beside Cassandra's defaults, beside a"
                        + " control, which has the memtables of the defaults and is otherwise divided"
                        + " as what was calibrated, and beside sizes of memtables that were not"
                        + " measured before, in rounds: what came of the recommendation, and how far"
                        + " off the fitted models are. Goes on with"
                        + " --results if it is there. Ctrl-C ends it; what was measured is told."
                        + " docs/lab/memory.md tells how it is done.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory compare memory.jsonl",
            "  firesteel memory compare b.jsonl --workload 95/5 --data 5GiB --read-weight .9"
        })
final class CompareSplitVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "CALIBRATION",
            description = "What was measured: the file of 'memory calibrate'.")
    Path calibration = Path.of("");

    @Option(
            names = "--results",
            paramLabel = "FILE",
            defaultValue = "memory-comparison.jsonl",
            description = "Where measurements go (default: ${DEFAULT-VALUE}).")
    Path results = Path.of("");

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "How often each is measured (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--grid",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "How many sizes of memtables to measure beside, spread over the gaps between"
                            + " those that were calibrated, or are compared anyway (default:"
                            + " ${DEFAULT-VALUE}).")
    int grid;

    @Mixin SplitOptions options = new SplitOptions();

    @Mixin TrialWorkload workload = new TrialWorkload();

    @Mixin TrialOptions trial = new TrialOptions();

    @Option(names = "--json", description = "For machines: one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

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
                    "no node could start with one of the divisions of %s: %s"
                            .formatted(
                                    new Size(split.recommended().budget().totalBytes()),
                                    e.getMessage()));
        }
    }
}
