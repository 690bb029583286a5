// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.NodeOptions;
import dev.firesteel.lab.sweep.SweepSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel lab sweep}: measures latency by throughput, up to saturation and beyond. */
@Command(
        name = "sweep",
        description = {
            "Offers a running cluster increasing rates, up to its maximum and beyond. Prints"
                    + " the latency at each rate, and the rate of saturation. The rows are"
                    + " those of 'lab load'. Ctrl-C ends the run, and prints the results so"
                    + " far.",
            "See docs/lab/sweep.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab sweep --rows 1000000                      few and many clients",
            "  firesteel lab sweep --workload 95/5 --clients 16,128 --json",
            "  firesteel lab sweep --parts 0.5,0.8,0.9,1,1.1 --seconds 60"
        })
final class SweepVerb implements Callable<Integer> {
    /** The paper's limit of connections for each core. */
    private static final int CLIENTS_A_PROCESSOR = 8;

    /** A number of clients beyond a node's own concurrency, and beyond that limit. */
    private static final int NO_LIMIT = 256;

    private static final int NO_LIMIT_TIMES = 4;

    @Mixin WorkloadOptions workload = new WorkloadOptions();

    @Option(
            names = "--clients",
            paramLabel = "N",
            split = ",",
            description =
                    "Numbers of concurrent requests, a curve each (default: 8 for each processor"
                            + " of this machine, as in the paper, and 256, or four times as many"
                            + " if that is more).")
    List<Integer> clients = new ArrayList<>();

    @Option(
            names = "--parts",
            paramLabel = "PART",
            split = ",",
            defaultValue = "0.1,0.25,0.4,0.55,0.7,0.8,0.9,1,1.1,1.2",
            description =
                    "Rates to measure, as fractions of the rate that the same number of"
                            + " closed-loop clients reaches (default: ${DEFAULT-VALUE}).")
    List<Double> parts = new ArrayList<>();

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description =
                    "Longest warm-up at full speed, until the rate is steady (default:"
                            + " ${DEFAULT-VALUE}). Other rates are warmed up for a quarter of"
                            + " --seconds.")
    int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Length of a measurement (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Mixin NodeOptions node = new NodeOptions();

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        SweepSettings settings = settings(console);
        return new LiveSweep(settings, node.isJson(), node.on(console), console).run();
    }

    private SweepSettings settings(Console console) {
        Properties properties = workload.properties(Math.max(warmUp, seconds), console);
        Map<String, String> ycsb = new HashMap<>();
        properties.stringPropertyNames().forEach(key -> ycsb.put(key, properties.getProperty(key)));
        return console.checked(
                () ->
                        new SweepSettings(
                                workload.name.toLowerCase(Locale.ROOT),
                                workload.rows,
                                ycsb,
                                node.consistency().name(),
                                clients.isEmpty() ? defaultClients() : clients,
                                parts,
                                warmUp,
                                seconds));
    }

    private static List<Integer> defaultClients() {
        int limit = CLIENTS_A_PROCESSOR * Runtime.getRuntime().availableProcessors();
        return List.of(limit, Math.max(NO_LIMIT, NO_LIMIT_TIMES * limit));
    }
}
