// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.bench.Workload;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code firesteel lab ycsb}: one of YCSB's workloads on a node that runs. */
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
            "  firesteel lab ycsb --workload 50/50 --rows 1000 --rate 500 --seconds 5 --json"
        })
final class YcsbVerb implements Callable<Integer> {
    /** More than any node does. */
    private static final long MOST_PER_SECOND = 1_000_000;

    private static final List<String> DISTRIBUTIONS =
            List.of("uniform", "zipfian", "latest", "sequential", "hotspot", "exponential");

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = "a",
            description =
                    "What clients do (default: ${DEFAULT-VALUE}): a to f (YCSB's), update, or reads"
                            + " and updates in percent such as 5/95.")
    String workload = "";

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "How many rows there are (default: ${DEFAULT-VALUE}).")
    int rows = 1_000_000;

    @Option(
            names = "--distribution",
            paramLabel = "NAME",
            description =
                    "How rows are chosen: uniform, zipfian (YCSB's), latest, sequential, hotspot or"
                            + " exponential (default: as the workload does).")
    @Nullable String distribution;

    @Option(
            names = "--write-all-fields",
            description = "An update writes every field of its row, and not one of them.")
    boolean writesAll;

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

    @Mixin RowOptions row = new RowOptions();
    @Mixin ClientOptions clients = new ClientOptions();

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        ClientOptions.requirePositive(console, "--rows", rows);
        ClientOptions.requirePositive(console, "--seconds", seconds);
        if (rate < 0) throw refusal(console, "--rate must not be below 0, not " + rate, null);
        Properties properties = properties(console);
        return new TimedWorkload(properties, seconds, rate, clients.on(console), console).run();
    }

    private Properties properties(Console console) {
        Workload kind = kind(console);
        Properties properties =
                row.size(console).addTo(kind.properties(rows, seconds * MOST_PER_SECOND));
        if (distribution != null && !DISTRIBUTIONS.contains(distribution))
            throw refusal(
                    console,
                    "--distribution must be one of %s, not '%s'"
                            .formatted(String.join(", ", DISTRIBUTIONS), distribution),
                    null);
        if (distribution != null) properties.setProperty("requestdistribution", distribution);
        properties.setProperty("writeallfields", Boolean.toString(writesAll));
        return properties;
    }

    private Workload kind(Console console) {
        Workload kind;
        try {
            kind = new Workload(workload);
        } catch (IllegalArgumentException e) {
            throw refusal(console, String.valueOf(e.getMessage()), e);
        }
        if (kind.isInserts())
            throw refusal(console, "'firesteel lab load' inserts rows, not --workload write", null);
        return kind;
    }

    private static ParameterException refusal(
            Console console, String message, @Nullable Throwable cause) {
        return new ParameterException(console.command(), message, cause);
    }
}
