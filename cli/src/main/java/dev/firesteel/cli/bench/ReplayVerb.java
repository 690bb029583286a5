// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.RowOptions;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.ReplaySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel bench replay}: compares restarts after a crash, by durability mode. */
@Command(
        name = "replay",
        description = {
            "Fills the log of a new node with rows that are in no SSTable, kills the node, and"
                    + " starts it again. Measures the duration of the replay and of the"
                    + " start, and the memory of the node. Prints medians, and ratios to the"
                    + " best durable mode of Cassandra's own. Marks differences that are"
                    + " within the noise. Refuses a figure if any acknowledged row is missing"
                    + " afterwards. Ctrl-C ends the run, and prints the results so far.",
            "See docs/lab/replay.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel bench replay --rounds 5                        1GiB of log",
            "  firesteel bench replay --log 64MiB --rounds 1            a quick look",
            "  firesteel bench replay --fields 1 --field-length 100     many small mutations",
            "  firesteel bench replay --log 4GiB --heap 8GiB            a larger log",
            "  firesteel bench replay --modes batch,firesteel --device /dev/nvme1n1"
        })
final class ReplayVerb implements Callable<Integer>, StartsNodes {
    @Option(
            names = "--log",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.Converter.class,
            description =
                    "Approximate size of the log to replay (default: ${DEFAULT-VALUE}). Every mode"
                            + " replays the same number of rows.")
    Size log = new Size(0);

    @Option(
            names = "--modes",
            paramLabel = "MODE",
            split = ",",
            defaultValue = "batch-direct,batch,firesteel",
            description =
                    "The modes to compare (default: ${DEFAULT-VALUE}); also group and"
                            + " firesteel-memtable.")
    List<String> modes = new ArrayList<>();

    @Mixin RowOptions row = new RowOptions();

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "2GiB",
            converter = Size.Converter.class,
            description =
                    "The heap of a node (default: ${DEFAULT-VALUE}). Half of it has to hold the"
                            + " on-heap part of the memtables.")
    Size heap = new Size(0);

    @Mixin BenchOptions options = new BenchOptions();

    @Option(
            names = "--json",
            description =
                    "Print one JSON object. Its results are an array with mode, logBytes,"
                            + " mutations, replaySeconds, startSeconds, peakResidentBytes, rounds"
                            + " and more.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public List<Path> directories() {
        return List.of(options.data);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        return new ReplayRounds(settings(console), options.journal(log), isJson, console).run();
    }

    private ReplaySettings settings(Console console) {
        return console.checked(
                () ->
                        new ReplaySettings(
                                options.data,
                                new Build().agent(),
                                modes.stream().map(Mode::of).toList(),
                                options.rounds,
                                options.device,
                                log.bytes(),
                                row.size(),
                                options.server(heap, null)));
    }
}
