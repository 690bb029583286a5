// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.RowOptions;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StartedNodeOptions;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.matrix.MatrixSettings;
import dev.firesteel.lab.matrix.Storage;
import dev.firesteel.lab.memory.Keys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel lab matrix}: measures data smaller and larger than memory, by drive speed. */
@Command(
        name = "matrix",
        description = {
            "Measures workloads on rows that fit into memory and on rows that do not, on fast"
                    + " and slow drives. If the file of results exists, continues it. Ctrl-C"
                    + " ends the run; finished measurements stay. Needs control groups, as"
                    + " root.",
            "See docs/lab/matrix.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab matrix                          36 cells; takes hours",
            "  firesteel lab matrix --data-to-memory 0.7,2.7 --seconds 20 --warm-up 20",
            "  firesteel lab matrix --storage fast=/flash,slow=/disks --keep-data",
            "  firesteel lab matrix --workloads c --storage d=data --data-to-memory 0.7 \\",
            "      --json"
        })
final class MatrixVerb implements Callable<Integer>, StartsNodes {
    @Option(
            names = "--workloads",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "a,b,c",
            description =
                    "The workloads (default: ${DEFAULT-VALUE}): a to f (YCSB's), update, or reads"
                            + " and updates in percent such as 5/95.")
    List<String> workloads = List.of();

    @Option(
            names = "--distributions",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "uniform,zipfian",
            description =
                    "The distributions of requested rows (default: ${DEFAULT-VALUE}): uniform;"
                            + " zipfian, as in YCSB, which is less skewed than its name suggests;"
                            + " true-zipfian, by Zipf's law.")
    List<String> distributions = List.of();

    @Option(
            names = "--data-to-memory",
            paramLabel = "RATIO",
            split = ",",
            defaultValue = "0.7,2.7,10.6",
            description =
                    "Sizes of the rows before compression, as multiples of --memory (default:"
                            + " ${DEFAULT-VALUE}).")
    List<Double> ratios = List.of();

    @Option(
            names = "--storage",
            paramLabel = "NAME=DIR[:iops=N],...",
            defaultValue = "fast=data,slow=data:iops=720",
            description =
                    "Directories for the rows, each with an optional limit of reads a second, and"
                            + " of writes past the page cache (default: ${DEFAULT-VALUE})."
                            + " Storages in one directory share the rows.")
    String storages = "";

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.Converter.class,
            description =
                    "Memory of a node for caches, page cache included; its heap and 300 MiB for"
                            + " its process come on top (default: ${DEFAULT-VALUE}).")
    Size memory = new Size(0);

    @Mixin RowOptions row = new RowOptions();

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "32",
            description = "Number of concurrent clients (default: ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description =
                    "Warm-up of the caches before each measurement (default: ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Length of a measurement (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Mixin StartedNodeOptions started = new StartedNodeOptions();

    @Option(
            names = "--results",
            paramLabel = "FILE",
            defaultValue = "matrix.jsonl",
            description = "File for the lines of results (default: ${DEFAULT-VALUE}).")
    Path results = Path.of("");

    @Option(
            names = "--keep-data",
            description = "Keep the rows of the last size for another matrix.")
    boolean keepsData;

    @Option(names = "--json", description = "Print one JSON object with all cells.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public List<Path> directories() {
        return storages(Console.of(spec)).stream().map(Storage::directory).toList();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        return new LocalMatrix(settings(console), isJson, console).run();
    }

    private MatrixSettings settings(Console console) {
        return console.checked(
                () ->
                        new MatrixSettings(
                                workloads.stream().map(Workload::new).toList(),
                                distributions.stream().map(Keys::of).toList(),
                                ratios,
                                storages(console),
                                results,
                                new Build().agent(),
                                started.mode(),
                                started.address(),
                                memory.bytes(),
                                started.heap().bytes(),
                                row.size(console),
                                clients,
                                warmUp,
                                seconds,
                                keepsData));
    }

    private List<Storage> storages(Console console) {
        return console.checked(() -> Storage.parse(storages));
    }
}
