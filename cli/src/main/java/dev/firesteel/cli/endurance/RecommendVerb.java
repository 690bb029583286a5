// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.flash.ImpossibleGeometryException;
import dev.firesteel.flash.replay.DriveSpec;
import dev.firesteel.flash.replay.Recommendation;
import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel endurance recommend}: recommends a lifetime hint for each kind of file. */
@Command(
        name = "recommend",
        description =
                "Measures in a trace how long the bytes of each kind and level of files live."
                        + " Prints lines for firesteel.yaml with the best of Linux's four lifetimes"
                        + " for each, and the simulated gain over the preset.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel endurance recommend traces",
            "  firesteel endurance recommend traces --drive size=64GiB,spare=0.07,block=8MiB"
        })
final class RecommendVerb implements Callable<Integer> {
    private static final double FILLING = 0.8;

    @Parameters(
            paramLabel = "TRACE",
            description = "A directory that 'endurance record' wrote, or one file of it.")
    Path path = Path.of("");

    @Option(
            names = "--drive",
            paramLabel = "DRIVE",
            converter = DriveText.class,
            description =
                    "As for 'endurance simulate' (default: a drive that the trace fills to 80 %%,"
                            + " with 7 %% spare and about a thousand blocks).")
    @Nullable DriveSpec drive;

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        RecommendationText text = new RecommendationText(recommendation(console));
        if (isJson) console.say(Json.write(text.fields()));
        else text.lines().forEach(console::say);
        return 0;
    }

    private Recommendation recommendation(Console console) throws IOException {
        Trace trace = Trace.of(path);
        try {
            return Recommendation.of(trace, drive, FILLING);
        } catch (ImpossibleGeometryException e) {
            throw new ParameterException(console.command(), String.valueOf(e.getMessage()), e);
        }
    }
}
