// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.bench.BenchSettings;
import dev.firesteel.lab.bench.LoadSettings;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel bench commitlog}: compares durability modes. */
@Command(
        name = "commitlog",
        description =
                "Puts the same load on nodes whose commit log is, in turn: none, Cassandra's own in"
                        + " each of its modes, the journal. Prints medians, and ratios to none, to"
                        + " periodic, to batch, and to the best durable mode of Cassandra's own. Says so where"
                        + " the noise is larger than a difference. Ctrl-C ends it and prints what"
                        + " was measured. docs/lab/commitlog.md explains the table.",
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
            "  firesteel bench commitlog --modes batch,firesteel --device /dev/nvme1n1"
        })
final class CommitLogVerb implements Callable<Integer> {
    @Option(
            names = "--clients",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,8,64,128",
            description = "How many clients are at work at once (default: ${DEFAULT-VALUE}).")
    List<Integer> clients = new ArrayList<>();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "How long one measurement takes (default: ${DEFAULT-VALUE}).")
    int seconds = 30;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "write",
            description =
                    "What they do (default: ${DEFAULT-VALUE}): write (inserts of new rows), a to f"
                            + " (YCSB's), update, or reads and updates in percent such as 5/95.")
    List<String> workloads = new ArrayList<>();

    @Option(
            names = "--modes",
            paramLabel = "MODE",
            split = ",",
            defaultValue = "none,periodic,batch,batch-direct,group,firesteel",
            description =
                    "What to compare (default: ${DEFAULT-VALUE}); also group-direct (group, past the"
                            + " page cache), firesteel-memtable (a write"
                            + " waits for flash before it goes to its memtable), firesteel-unhinted"
                            + " (no file is given a lifetime), firesteel-recorded (what happens to"
                            + " files is recorded), firesteel-late (SSTables go to the drive when"
                            + " they are synced, not before).")
    List<String> modes = new ArrayList<>();

    @Option(
            names = "--open",
            paramLabel = "RATE",
            defaultValue = "0",
            description =
                    "Beside the closed loop, an open one, in which operations are due at a fixed"
                            + " rate: up to 1, this part of the rate that the closed loop has just"
                            + " reached; above, so many operations a second (default:"
                            + " ${DEFAULT-VALUE}, for none).")
    double open;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description =
                    "How long clients are at work on a node before it is measured, once for all"
                            + " numbers of clients (default: ${DEFAULT-VALUE}). If the rate has not"
                            + " settled by then, a warning says so.")
    int warmUp = 60;

    @Mixin RowOptions row = new RowOptions();

    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "100000",
            description =
                    "Rows that are loaded, and compacted, before workloads that read or update"
                            + " (default: ${DEFAULT-VALUE}).")
    int records = 100_000;

    @Option(
            names = "--in-memory",
            paramLabel = "SIZE",
            converter = Size.Converter.class,
            description =
                    "Room for so much in memtables, and twice as much in commit log and journal, so"
                            + " that nothing is flushed while it is measured.")
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
            names = "--json",
            description =
                    "For machines: one JSON object. Its results are an array with mode, clients,"
                            + " workload, opsPerSecond, p50Micros, p99Micros, rounds and more.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

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
                row.fields,
                row.fieldLength);
    }
}
