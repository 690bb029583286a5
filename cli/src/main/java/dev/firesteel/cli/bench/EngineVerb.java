// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.MakesFiles;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.engine.EngineSettings;
import dev.firesteel.lab.engine.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel bench journal}: compares the engine, other logs, and the drive. */
@Command(
        name = "journal",
        description = {
            "Appends to the journal's engine alone, to other durable logs, and to the drive"
                    + " itself, one after the other under the same load. An append returns"
                    + " when it is on the device. Prints medians, and ratios to the drive and"
                    + " to the engine. Marks differences that are within the noise. Ctrl-C"
                    + " ends the run, and prints the results so far.",
            "See docs/lab/engine.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel bench journal --rounds 5                       every peer, size and thread",
            "  firesteel bench journal --sizes 1024 --threads 64 --rounds 5  the main figure",
            "  firesteel bench journal --peers firesteel,drive --seconds 3   the drive's limit",
            "  firesteel bench journal --peers firesteel,drive --device /dev/nvme1n1"
        })
final class EngineVerb implements Callable<Integer>, MakesFiles {
    /** If true, checks the options and exits. Set by the launcher before a build. */
    private static final String CHECK = "firesteel.check";

    @Option(
            names = "--sizes",
            paramLabel = "BYTES",
            split = ",",
            defaultValue = "100,1024,10240",
            description = "Sizes of an append (default: ${DEFAULT-VALUE}).")
    List<Integer> sizes = new ArrayList<>();

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,8,64",
            description = "Numbers of threads that append at once (default: ${DEFAULT-VALUE}).")
    List<Integer> threads = new ArrayList<>();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Length of a measurement (default: ${DEFAULT-VALUE}).")
    int seconds = 10;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "Warm-up before each measurement (default: ${DEFAULT-VALUE}).")
    int warmUp = 5;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Number of rounds; each measures everything once (default: ${DEFAULT-VALUE})."
                            + " With fewer than 3, no difference is reported.")
    int rounds = 3;

    @Option(
            names = "--peers",
            paramLabel = "PEER",
            split = ",",
            description =
                    "The peers to compare (default: all but the last): firesteel, drive,"
                            + " commitlog-batch, commitlog-batch-direct, commitlog-group,"
                            + " artemis-aio, artemis-nio, rocksdb, bookkeeper, bookkeeper-eager,"
                            + " firesteel-encrypted.")
    List<String> peers = new ArrayList<>();

    @Option(
            names = "--records-in-flight",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Maximum number of concurrent device writes of the engine, and of the drive"
                            + " (default: ${DEFAULT-VALUE}).")
    int recordsInFlight = 1;

    @Option(
            names = "--device",
            paramLabel = "FILE|DEVICE",
            description =
                    "The journal, and the file that the drive peer writes, instead of new files in"
                            + " DIR. It is formatted anew and overwritten for each measurement."
                            + " It must be blank, a journal with no segment in use, or a journal"
                            + " of one of these measurements.")
    @Nullable Path device;

    @Option(
            names = "--journal-size",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.Converter.class,
            description =
                    "Size of the journal file, and of the drive peer's file (default:"
                            + " ${DEFAULT-VALUE}). A block device is used whole.")
    Size journalSize = new Size(0);

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/bench",
            description =
                    "Directory for files, which are deleted afterwards, on the drive to measure"
                            + " (default: ${DEFAULT-VALUE}).")
    Path data = Path.of("data", "bench");

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.Converter.class,
            description = "The heap of each measurement's process (default: ${DEFAULT-VALUE}).")
    Size heap = new Size(0);

    @Option(
            names = "--json",
            description =
                    "Print one JSON object. Its results are an array with peer, threads, bytes,"
                            + " appendsPerSecond, megabytesPerSecond, p50Micros, p99Micros,"
                            + " rounds and more.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public List<Path> directories() {
        return List.of(data);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        EngineSettings settings = settings(console);
        if (Boolean.getBoolean(CHECK)) return 0; // owns settings
        BenchJournal journal = new BenchJournal(settings.device(), journalSize);
        return new EngineRounds(settings, journal, isJson, console).run();
    }

    private EngineSettings settings(Console console) {
        return console.checked(
                () ->
                        new EngineSettings(
                                data,
                                new Build().benchmarks(),
                                peers.isEmpty()
                                        ? Peer.usual()
                                        : peers.stream().map(Peer::of).toList(),
                                sizes,
                                threads,
                                rounds,
                                seconds,
                                warmUp,
                                heap.bytes(),
                                journalSize.bytes(),
                                recordsInFlight,
                                device));
    }
}
