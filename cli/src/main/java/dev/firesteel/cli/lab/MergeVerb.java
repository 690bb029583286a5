// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.ClientResult;
import dev.firesteel.cli.common.Console;
import dev.firesteel.lab.JsonLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel lab merge}: makes one result of several client processes. */
@Command(
        name = "merge",
        description =
                "Makes one result of the processes that shared a workload with --part: adds their"
                        + " rates, and merges their latencies exactly. Warns if they did not run at"
                        + " the same time, or if one is missing.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab merge part1.json part2.json",
            "  firesteel lab merge part1.json part2.json --json"
        })
final class MergeVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "The outputs of 'lab ycsb --part K/N --json', or of 'lab load'.")
    List<Path> files = new ArrayList<>();

    @Option(names = "--json", description = "Print one JSON object, which report takes.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        PartResults parts = PartResults.of(files);
        double rate = Double.parseDouble(parts.settings().getOrDefault("rate", "0"));
        console.say(
                isJson
                        ? JsonLine.of(ClientResult.of(parts.settings(), parts.result()))
                        : new YcsbText(parts.result(), rate).text());
        for (String warning : parts.warnings()) console.note("WARNING: " + warning);
        return 0;
    }
}
