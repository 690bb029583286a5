// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code firesteel lab load}: YCSB's rows into a node that runs. */
@Command(
        name = "load",
        description =
                "Inserts the rows of YCSB's core workload, ten fields of 100 bytes each, into"
                        + " ycsb.usertable of a node that runs. Creates the table where it is missing.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab load --rows 1000000 --threads 64",
            "  firesteel lab load --rows 1000 --address 127.0.0.2 --json"
        })
final class LoadVerb implements Callable<Integer> {
    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "How many rows (default: ${DEFAULT-VALUE}).")
    int rows = 1_000_000;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "64",
            description = "How many clients insert at once (default: ${DEFAULT-VALUE}).")
    int threads = 64;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Where the node listens (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9042",
            description = "The node's port for clients (default: ${DEFAULT-VALUE}).")
    int port = 9042;

    @Option(
            names = "--consistency",
            paramLabel = "LEVEL",
            defaultValue = "ONE",
            description = "How many replicas acknowledge a row (default: ${DEFAULT-VALUE}).")
    DefaultConsistencyLevel consistency = DefaultConsistencyLevel.ONE;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Replicas of a row, if the table is to be made (default: ${DEFAULT-VALUE}).")
    int replicas = 1;

    @Option(names = "--json", description = "For machines: the result as one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        requirePositive(console, "--rows", rows);
        requirePositive(console, "--threads", threads);
        requirePositive(console, "--replicas", replicas);
        return new RowLoad(address, port, isJson, console)
                .run(rows, threads, replicas, consistency);
    }

    private static void requirePositive(Console console, String option, int value) {
        if (value < 1)
            throw new ParameterException(
                    console.command(), option + " must be at least 1, not " + value);
    }
}
