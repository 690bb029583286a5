// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.BenchRun;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.memory.CalibrationSettings;
import dev.firesteel.lab.memory.Calibrator;
import dev.firesteel.memory.Calibration;
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

/** {@code firesteel memory calibrate}: measures the effect of memory on reads and writes. */
@Command(
        name = "calibrate",
        description = {
            "Measures on this machine how the latency of reads and writes depends on the"
                    + " memory split. Each split is measured on its own node, with the same"
                    + " rows and limited memory. If RESULTS exists, continues it. Ctrl-C ends"
                    + " the run; finished measurements stay.",
            "See docs/lab/memory.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory calibrate",
            "  firesteel memory calibrate b.jsonl --workload 95/5 --budget 2GiB --data 5GiB"
        })
final class CalibrateVerb implements Callable<Integer>, StartsNodes {
    private static final Size JOURNAL = Size.parse("1GiB");

    @Parameters(
            arity = "0..1",
            paramLabel = "RESULTS",
            defaultValue = "memory.jsonl",
            description = "File for the measurements (default: ${DEFAULT-VALUE}).")
    Path results = Path.of("");

    @Mixin LayoutOptions layout = new LayoutOptions();

    @Mixin TrialWorkload workload = new TrialWorkload();

    @Mixin TrialOptions trial = new TrialOptions();

    @Option(
            names = "--levels",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "Number of memtable sizes to choose from, spaced by the ratio of memtables to"
                            + " caches (default: ${DEFAULT-VALUE}).")
    int levels;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "12",
            description =
                    "Number of measurements: each level once, then where the models are least"
                            + " certain (default: ${DEFAULT-VALUE}).")
    int runs;

    @Spec @Nullable CommandSpec spec;

    @Override
    public List<Path> directories() {
        return List.of(trial.directory);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        CalibrationSettings settings = settings(console);
        console.note(TrialLength.of(settings.runs(), settings.trial(), results));
        StepProgress steps = new StepProgress(settings.runs(), 1, console, System::nanoTime);
        CalibrationProgress progress = new CalibrationProgress(steps, console);
        Calibrator calibrator =
                new Calibrator(
                        settings,
                        TrialOptions.machine(),
                        new BenchJournal(null, JOURNAL)::make,
                        progress,
                        System::nanoTime);
        new BenchRun(results, console)
                .run(
                        calibrator,
                        steps,
                        () -> {
                            progress.tellUnsettled();
                            tell(calibrator.measured(), settings, console);
                        });
        return 0;
    }

    private void tell(
            @Nullable Calibration measured, CalibrationSettings settings, Console console) {
        int done = measured == null ? 0 : measured.runs().size();
        if (done == 0) return;
        console.say("%d of %d measurements are in %s".formatted(done, settings.runs(), results));
        if (done < settings.runs()) console.say("Run the same command to continue.");
        else console.say("For a recommendation run: firesteel memory recommend " + results);
    }

    private CalibrationSettings settings(Console console) {
        return console.checked(
                () ->
                        new CalibrationSettings(
                                trial.settings(workload.workload()),
                                results,
                                layout.layout(),
                                levels,
                                runs));
    }
}
