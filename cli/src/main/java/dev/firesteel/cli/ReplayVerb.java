// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.ReplaySettings;
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

/** {@code firesteel bench replay}: compares restarts after a crash, by durability mode. */
@Command(
        name = "replay",
        description =
                "Fills the log of a new node with rows that are in no SSTable, kills it, starts it"
                        + " again, and measures how long it replays, how long it starts, and how much"
                        + " memory it needs for that. Prints medians, and ratios to the best durable"
                        + " mode of Cassandra's own. Says so where the noise is larger than a"
                        + " difference. Refuses a figure if any acknowledged row is missing"
                        + " afterwards. Ctrl-C ends it and prints what was measured."
                        + " docs/lab/replay.md explains the table.",
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
final class ReplayVerb implements Callable<Integer> {
    @Option(
            names = "--log",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.Converter.class,
            description =
                    "About how much log there is to replay (default: ${DEFAULT-VALUE}). Every mode"
                            + " replays the same number of rows.")
    Size log = new Size(0);

    @Option(
            names = "--modes",
            paramLabel = "MODE",
            split = ",",
            defaultValue = "batch-direct,batch,firesteel",
            description =
                    "What to compare (default: ${DEFAULT-VALUE}); also group and firesteel-memtable.")
    List<String> modes = new ArrayList<>();

    @Mixin RowOptions row = new RowOptions();

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "2GiB",
            converter = Size.Converter.class,
            description =
                    "The heap of a node (default: ${DEFAULT-VALUE}); half of it has to hold what"
                            + " memtables keep there of the rows.")
    Size heap = new Size(0);

    @Mixin BenchOptions options = new BenchOptions();

    @Option(
            names = "--json",
            description =
                    "For machines: one JSON object. Its results are an array with mode, logBytes,"
                            + " mutations, replaySeconds, startSeconds, peakResidentBytes, rounds and"
                            + " more.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

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
