// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.RowOptions;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.lab.bench.BenchSettings;
import dev.firesteel.lab.bench.LoadSettings;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.Place;
import dev.firesteel.lab.bench.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel bench commitlog}: compares durability modes. */
@Command(
        name = "commitlog",
        description = {
            "Puts the same load on nodes with different commit logs: none, Cassandra's own in"
                    + " each of its modes, the journal. Prints medians, and ratios to none,"
                    + " to periodic, to batch, and to the best durable mode of Cassandra's"
                    + " own. Marks differences that are within the noise. Ctrl-C ends the"
                    + " run, and prints the results so far.",
            "See docs/lab/commitlog.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel bench commitlog --rounds 5                     inserts, every mode",
            "  firesteel bench commitlog --clients 64 --seconds 5 --warm-up 10  a quick look",
            "  firesteel bench commitlog --workload 5/95,15/85,50/50 --clients 128  reads and updates",
            "  firesteel bench commitlog --modes periodic,firesteel --open 0.7  latency below saturation",
            "  firesteel bench commitlog --fields 10 --field-length 790  larger rows",
            "  firesteel bench commitlog --in-memory 8GiB --heap 8GiB    without flushes",
            "  firesteel bench commitlog --modes batch,firesteel --device /dev/nvme1n1",
            "  firesteel bench commitlog --log a=/mnt/a,b=/mnt/b --sstables a=/mnt/a,b=/mnt/b"
        })
final class CommitLogVerb implements Callable<Integer>, StartsNodes {
    @Option(
            names = "--clients",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,8,64,128",
            description = "Numbers of concurrent clients (default: ${DEFAULT-VALUE}).")
    List<Integer> clients = new ArrayList<>();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "Length of a measurement (default: ${DEFAULT-VALUE}).")
    int seconds = 30;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "write",
            description =
                    "The workload (default: ${DEFAULT-VALUE}): write (inserts of new rows), a to f"
                            + " (YCSB's), update, or reads and updates in percent such as 5/95.")
    List<String> workloads = new ArrayList<>();

    @Option(
            names = "--modes",
            paramLabel = "MODE",
            split = ",",
            defaultValue = "none,periodic,batch,batch-direct,group,firesteel",
            description =
                    "The modes to compare (default: ${DEFAULT-VALUE}). Also group-direct (group"
                            + " with direct I/O), firesteel-memtable (a write waits for flash"
                            + " before it goes to its memtable), firesteel-unhinted (no write"
                            + " lifetimes), firesteel-recorded (records a trace of files),"
                            + " firesteel-late (SSTables go to the drive at their sync, not"
                            + " before).")
    List<String> modes = new ArrayList<>();

    @Option(
            names = "--open",
            paramLabel = "RATE",
            defaultValue = "0",
            description =
                    "Also measure an open loop, in which operations are due at a fixed rate. Up to"
                            + " 1: a fraction of the rate that the closed loop has just reached."
                            + " Above 1: operations per second (default: ${DEFAULT-VALUE}, no"
                            + " open loop).")
    double open;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description =
                    "Longest warm-up of a node, once for all numbers of clients (default:"
                            + " ${DEFAULT-VALUE}). If the rate is not steady by then, a warning"
                            + " is printed.")
    int warmUp = 60;

    @Mixin RowOptions row = new RowOptions();

    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "100000",
            description =
                    "Rows to load and compact before workloads that read or update (default:"
                            + " ${DEFAULT-VALUE}).")
    int records = 100_000;

    @Option(
            names = "--in-memory",
            paramLabel = "SIZE",
            converter = Size.Converter.class,
            description =
                    "Size for memtables, and twice as much for commit log and journal, so that"
                            + " nothing is flushed during a measurement.")
    @Nullable Size inMemory;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.Converter.class,
            description = "The heap of a node (default: ${DEFAULT-VALUE}).")
    Size heap = new Size(0);

    @Mixin BenchOptions options = new BenchOptions();

    @Option(
            names = "--log",
            paramLabel = "NAME=DIR",
            split = ",",
            description =
                    "Drives for commit log and journal, such as flash=/flash,disk=/disk (default:"
                            + " the directory of --data).")
    List<String> logs = new ArrayList<>();

    @Option(
            names = "--sstables",
            paramLabel = "NAME=DIR",
            split = ",",
            description =
                    "Drives for SSTables (default: the directory of --data). Every mode is"
                            + " measured on every combination of a log's and an SSTables' drive.")
    List<String> sstables = new ArrayList<>();

    @Option(
            names = "--json",
            description =
                    "Print one JSON object. Its results are an array with mode, clients, workload,"
                            + " opsPerSecond, p50Micros, p99Micros, rounds and more.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public List<Path> directories() {
        return Stream.concat(
                        Stream.of(options.data),
                        Stream.concat(logs.stream(), sstables.stream())
                                .filter(each -> each.contains("="))
                                .map(each -> Path.of(each.substring(each.indexOf('=') + 1))))
                .toList();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        return new CommitLogRounds(settings(console), options.journal(inMemory), isJson, console)
                .run();
    }

    private BenchSettings settings(Console console) {
        return console.checked(
                () ->
                        new BenchSettings(
                                options.data,
                                new Build().agent(),
                                modes.stream().map(Mode::of).toList(),
                                options.rounds,
                                options.device,
                                Place.parse("--log", logs),
                                Place.parse("--sstables", sstables),
                                load(),
                                options.server(heap, inMemory)));
    }

    private LoadSettings load() {
        return new LoadSettings(
                workloads.stream().map(Workload::new).toList(),
                clients,
                seconds,
                warmUp,
                open,
                records,
                row.fields(),
                row.fieldLength());
    }
}
