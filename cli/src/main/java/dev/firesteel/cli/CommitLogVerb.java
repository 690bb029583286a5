// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.bench.BenchSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code firesteel bench commitlog}: durability modes side by side. */
@Command(
        name = "commitlog",
        description =
                "Inserts YCSB's rows into a node whose commit log is, in turn: none, Cassandra's own"
                        + " in each of its modes, the journal. Prints medians, and ratios to none.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel bench commitlog --rounds 5",
            "  firesteel bench commitlog --clients 64 --seconds 5   a quick look"
        })
final class CommitLogVerb implements Callable<Integer> {
    @Option(
            names = "--clients",
            paramLabel = "N",
            split = ",",
            defaultValue = "8,64",
            description = "How many clients insert at once (default: ${DEFAULT-VALUE}).")
    List<Integer> clients = new ArrayList<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often to measure each mode (default: ${DEFAULT-VALUE}).")
    int rounds = 3;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "How long one measurement takes; as long again goes before it, to warm up"
                            + " (default: ${DEFAULT-VALUE}).")
    int seconds = 20;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/bench",
            description =
                    "Where the nodes and results.jsonl go: on the drive that is to be measured"
                            + " (default: ${DEFAULT-VALUE}).")
    Path data = Path.of("data", "bench");

    @Option(
            names = "--journal-size",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.Converter.class,
            description = "How large to make the journal (default: ${DEFAULT-VALUE}).")
    Size journalSize = new Size(0);

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.Converter.class,
            description = "The heap of a node (default: ${DEFAULT-VALUE}).")
    Size heap = new Size(0);

    @Option(
            names = "--address",
            paramLabel = "127.x.y.z",
            defaultValue = "127.0.0.1",
            description = "Where the nodes listen (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Option(names = "--json", description = "For machines: a JSON object a measurement.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        return new CommitLogRounds(settings(console), journalSize, isJson, console).run();
    }

    private BenchSettings settings(Console console) {
        try {
            return new BenchSettings(
                    data,
                    new Build().agent(),
                    clients,
                    rounds,
                    seconds,
                    address,
                    heap.bytes() + "");
        } catch (IllegalArgumentException e) {
            throw new ParameterException(console.command(), String.valueOf(e.getMessage()), e);
        }
    }
}
