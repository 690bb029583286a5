// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.BenchRun;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.LoadProgress;
import dev.firesteel.cli.common.Results;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.memory.CacheMeasurement;
import dev.firesteel.lab.memory.CacheResult;
import dev.firesteel.lab.memory.CacheSettings;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Layout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel memory caches}: compares cache hit ratios of a node with expected ones. */
@Command(
        name = "caches",
        description = {
            "Measures the hit ratios of a node's page cache and chunk cache, on a node with"
                    + " limited memory, and compares them with Che's approximation.",
            "See docs/lab/memory.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory caches --budget 2GiB --data 5GiB",
            "  firesteel memory caches --budget 2GiB --data 5GiB --chunk-cache .5 \\",
            "      --keys true-zipfian"
        })
final class CachesVerb implements Callable<Integer>, StartsNodes {
    private static final Size JOURNAL = Size.parse("1GiB");

    /** Small, since reads put nothing into memtables. */
    private static final long MEMTABLES_BYTES = 16 * Budget.MIB;

    @Mixin LayoutOptions layout = new LayoutOptions();

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
        CacheSettings settings = settings(console);
        StepProgress steps = new StepProgress(1, 1, console, System::nanoTime);
        steps.starting(1, 1, "caches");
        LoadProgress progress = new LoadProgress(steps, console);
        CacheMeasurement measurement =
                new CacheMeasurement(
                        settings,
                        new BenchJournal(null, JOURNAL)::make,
                        progress,
                        System::nanoTime);
        new BenchRun(null, console)
                .run(
                        measurement,
                        steps,
                        () -> {
                            progress.tellUnsettled();
                            tell(settings, measurement.result(), console);
                        });
        return 0;
    }

    private CacheSettings settings(Console console) {
        return console.checked(
                () ->
                        new CacheSettings(
                                trial.settings(new Workload("c")), budget(layout.layout())));
    }

    private static Budget budget(Layout layout) {
        try {
            return layout.budget(MEMTABLES_BYTES);
        } catch (BudgetException e) {
            throw new IllegalArgumentException(
                    "no node could start with %s: %s"
                            .formatted(new Size(layout.totalBytes()), e.getMessage()),
                    e);
        }
    }

    private void tell(CacheSettings settings, @Nullable CacheResult result, Console console) {
        if (result == null) return;
        if (!isJson) {
            new CacheText(settings, result).lines().forEach(console::say);
            return;
        }
        String cassandra = settings.trial().cassandra();
        console.say(JsonLine.of(Results.line("caches", cassandra, settings.terms(), result)));
    }
}
