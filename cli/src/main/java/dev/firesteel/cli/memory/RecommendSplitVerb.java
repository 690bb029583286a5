// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.RecommendedSplit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel memory recommend}: recommends a memory split. */
@Command(
        name = "recommend",
        description = {
            "Recommends a memory split between memtables and caches, from measurements. Prints"
                    + " the expected rates, and the effect of slightly more and less for"
                    + " memtables.",
            "See docs/lab/memory.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory recommend results.jsonl",
            "  firesteel memory recommend results.jsonl --read-weight .9 --svg charts"
        })
final class RecommendSplitVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "RESULTS",
            description = "The file of measurements, as calibrate writes it.")
    Path results = Path.of("");

    @Mixin SplitOptions options = new SplitOptions();

    @Option(
            names = "--svg",
            paramLabel = "DIR",
            description =
                    "Also draw reads.svg and writes.svg, the models with their points and bands, and"
                            + " objective.svg, over the memory split.")
    @Nullable Path svg;

    @Option(names = "--json", description = "Print one JSON object, for 'firesteel report'.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, BudgetException {
        Console console = Console.of(spec);
        if (svg != null && Files.exists(svg) && !Files.isDirectory(svg))
            throw SplitOptions.refused(
                    console, "--svg needs a directory, and %s is none".formatted(svg));
        RecommendedSplit split = options.split(results, console);
        if (svg != null) new SplitCharts(split).write(svg);
        if (isJson) console.say(Json.write(fields(split)));
        else new SplitText(split).lines().forEach(console::say);
        return 0;
    }

    private static Map<String, @Nullable Object> fields(RecommendedSplit split)
            throws BudgetException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(new SplitFields(split).fields());
        fields.put("curves", new SplitCurves(split).fields());
        return fields;
    }
}
