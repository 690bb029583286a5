// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.Measurement;
import dev.firesteel.memory.Measurements;
import dev.firesteel.memory.MeasurementsException;
import dev.firesteel.memory.TimeModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel memory fit}: a model of time, fitted to measurements. */
@Command(
        name = "fit",
        description = {
            "Fits the time of a fixed number of operations as a function of memory, by least"
                    + " squares, with confidence intervals.",
            "See docs/concepts/memory.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory fit writes.csv --model write  seconds = a / memory + b",
            "  firesteel memory fit reads.csv --model read    seconds = a + b ln(memory)"
        })
final class FitVerb implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE",
            description =
                    "Two columns, memory and seconds, as CSV; memory in any unit, such as MiB. Lines"
                            + " that begin with # are ignored.")
    Path file = Path.of("");

    @Option(
            names = "--model",
            paramLabel = "write|read",
            required = true,
            description =
                    "write: memory of memtables, time = a / memory + b; read: memory of caches,"
                            + " time = a + b ln(memory).")
    String model = "";

    @Option(
            names = "--json",
            description =
                    "Print one JSON object, with a, b, rSquared, standardError and confidence95"
                            + " (of a and b).")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        FitText text = new FitText(fit(model(console)));
        if (isJson) console.say(Json.write(text.fields()));
        else text.lines().forEach(console::say);
        return 0;
    }

    private Fit fit(TimeModel wanted) throws IOException {
        List<Measurement> measurements = Measurements.read(file);
        try {
            return Fit.of(wanted, measurements);
        } catch (MeasurementsException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private TimeModel model(Console console) {
        return console.checked(() -> TimeModel.of(model));
    }
}
