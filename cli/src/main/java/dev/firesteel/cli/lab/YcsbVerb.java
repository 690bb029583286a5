// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.ClientOptions;
import dev.firesteel.cli.common.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code firesteel lab ycsb}: runs one of YCSB's workloads on a running node. */
@Command(
        name = "ycsb",
        description =
                "Runs a workload of YCSB on the rows that 'lab load' has inserted into a node."
                        + " Prints the throughput and the latencies. Ctrl-C ends the run, and"
                        + " prints the results so far.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab ycsb --workload a --rows 1000000 --seconds 60",
            "  firesteel lab ycsb --workload 50/50 --rows 1000 --rate 500 --seconds 5 --json",
            "  firesteel lab ycsb --rows 1000 --seconds 5 --histograms a.hlog",
            "  firesteel lab ycsb --part 1/2 --json          the first of two processes"
        })
final class YcsbVerb implements Callable<Integer> {
    @Mixin WorkloadOptions workload = new WorkloadOptions();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Length of the run (default: ${DEFAULT-VALUE}).")
    int seconds = 60;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "An open loop: operations due a second, of all processes; each is timed from when"
                            + " it was due."
                            + " Without it, each client starts an operation when its last one has"
                            + " ended.")
    double rate;

    @Mixin YcsbFile file = new YcsbFile();

    @Option(
            names = "--histograms",
            paramLabel = "FILE",
            description =
                    "Also write every second's latencies to FILE, as an HdrHistogram log, in"
                            + " nanoseconds, tagged READ, UPDATE and so on.")
    @Nullable Path histograms;

    @Mixin PartOption parts = new PartOption();

    @Option(
            names = "--start-at",
            paramLabel = "TIME",
            description =
                    "Begin at this time, such as 2026-12-01T08:30:00Z, as other processes do"
                            + " (default: at once).")
    @Nullable String startAt;

    @Mixin ClientOptions clients = new ClientOptions();

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        ClientOptions.requirePositive(console, "--seconds", seconds);
        if (!(rate >= 0))
            throw new ParameterException(
                    console.command(), "--rate must not be below 0, not " + rate);
        Properties properties = file.over(workload.properties(seconds, console), console);
        if (rate > 0 && hasPairs(properties))
            throw new ParameterException(
                    console.command(),
                    "--rate is not possible with workload f, or readmodifywriteproportion: some"
                            + " of its operations are two, a read and an update, and the rate"
                            + " would be that of the reads");
        Optional<Part> part = parts.part(console);
        if (part.isPresent() && Double.parseDouble(share(properties, "insertproportion")) > 0)
            throw new ParameterException(
                    console.command(),
                    "--part is not possible with a workload that inserts rows, as d and e do: the"
                            + " processes would insert the same ones");
        TimedWorkload.Terms terms =
                new TimedWorkload.Terms(
                        properties,
                        seconds,
                        rate / part.map(Part::of).orElse(1),
                        clients.threads(),
                        part,
                        start(console),
                        histograms);
        return new TimedWorkload(terms, clients.on(console), console).run();
    }

    private static boolean hasPairs(Properties properties) {
        return Double.parseDouble(share(properties, "readmodifywriteproportion")) > 0;
    }

    private static String share(Properties properties, String key) {
        return properties.getProperty(key, "0");
    }

    private Optional<StartTime> start(Console console) {
        String text = startAt;
        return text == null
                ? Optional.empty()
                : Optional.of(console.checked(() -> StartTime.parse(text)));
    }
}
