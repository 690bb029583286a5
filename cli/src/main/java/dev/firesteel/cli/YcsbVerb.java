// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.IOException;
import java.nio.file.Path;
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
                "Runs a workload of YCSB on the rows that 'lab load' has inserted into a node, and"
                        + " says how many operations a second there were and how long they took."
                        + " Ctrl-C ends it early; what was measured is told all the same.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab ycsb --workload a --rows 1000000 --seconds 60",
            "  firesteel lab ycsb --workload 50/50 --rows 1000 --rate 500 --seconds 5 --json",
            "  firesteel lab ycsb --rows 1000 --seconds 5 --histograms a.hlog"
        })
final class YcsbVerb implements Callable<Integer> {
    @Mixin WorkloadOptions workload = new WorkloadOptions();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "For how long (default: ${DEFAULT-VALUE}).")
    int seconds = 60;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "An open loop: so many operations are due a second, and each is timed from when"
                            + " it was due. Without, each client begins when its last has ended.")
    double rate;

    @Mixin YcsbFile file = new YcsbFile();

    @Option(
            names = "--histograms",
            paramLabel = "FILE",
            description =
                    "Also write every second's latencies to FILE, as a log of HdrHistogram, in"
                            + " nanoseconds, tagged READ, UPDATE and so on.")
    @Nullable Path histograms;

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
                    "--rate cannot be with workload f, or readmodifywriteproportion: some operations are two, a read and an update, and a rate would be of the first");
        return new TimedWorkload(
                        properties,
                        seconds,
                        rate,
                        clients.threads,
                        clients.on(console),
                        histograms,
                        console)
                .run();
    }

    private static boolean hasPairs(Properties properties) {
        return Double.parseDouble(properties.getProperty("readmodifywriteproportion", "0")) > 0;
    }
}
