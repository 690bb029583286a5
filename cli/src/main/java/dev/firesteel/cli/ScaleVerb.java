// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.scale.Hardware;
import dev.firesteel.lab.scale.ScaleSettings;
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

/** {@code firesteel lab scale}: measures and simulates the effect of more nodes. */
@Command(
        name = "scale",
        description =
                "Starts clusters of different sizes on this machine, each node of which has the same"
                        + " share of a processor, and measures how much more the larger ones do. Then"
                        + " simulates clusters that find no room here. Needs control groups, as root."
                        + " Ctrl-C ends it; what was measured is told all the same. docs/lab/scale.md"
                        + " tells what is measured and how.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab scale                            1, 2 and 4 nodes, and up to 1000 simulated",
            "  firesteel lab scale --nodes 1..6 --cores 0.15 --rounds 5",
            "  firesteel lab scale --workload a --mode batch --json",
            "  firesteel lab scale --machines big=16:6998,small=4:2159"
        })
final class ScaleVerb implements Callable<Integer> {
    @Option(
            names = "--nodes",
            paramLabel = "N,...",
            defaultValue = "1,2,4",
            converter = Counts.Converter.class,
            description =
                    "How many nodes to measure, a cluster each, as 1,2,4 or 1..4 (default:"
                            + " ${DEFAULT-VALUE}).")
    Counts nodes = new Counts(List.of());

    @Option(
            names = "--cores",
            paramLabel = "N",
            defaultValue = "0.2",
            description =
                    "How much of a processor each node has (default: ${DEFAULT-VALUE}). All of them"
                            + " and the clients have to find room on this machine.")
    double cores;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "8",
            description =
                    "How many requests there are at once, for each node (default: ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = "95/5",
            description =
                    "What clients do (default: ${DEFAULT-VALUE}, as in the paper): a, b, c or f"
                            + " (YCSB's), update, or reads and updates in percent. Rows are chosen"
                            + " uniformly.")
    String workload = "";

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "50000",
            description = "How many rows there are, for each node (default: ${DEFAULT-VALUE}).")
    int rows;

    @Mixin RowOptions row = new RowOptions();

    @Mixin StartedNodeOptions started = new StartedNodeOptions();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often to measure everything (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "45",
            description =
                    "How long to warm a cluster up without a limit, for each node and once more"
                            + " (default: ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "How long one measurement takes (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--simulate",
            paramLabel = "N,...",
            defaultValue = "8,17,100,1000",
            converter = Counts.Converter.class,
            description = "How many nodes to simulate (default: ${DEFAULT-VALUE}).")
    Counts simulated = new Counts(List.of());

    @Option(
            names = "--machines",
            paramLabel = "NAME=CORES[xSPEED]:PRICE,...",
            defaultValue = "supercomputer=16:6998,server=4:2159",
            description =
                    "Kinds of machines to compare: processors, how fast each is beside one of here,"
                            + " and the price (default: ${DEFAULT-VALUE}, the paper's).")
    String machines = "";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/scale",
            description = "Where the nodes' files go, and are deleted (default: ${DEFAULT-VALUE}).")
    Path data = Path.of("");

    @Option(names = "--json", description = "For machines: one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        return new LocalScale(settings(console), isJson, console).run();
    }

    private ScaleSettings settings(Console console) {
        return console.checked(
                () ->
                        new ScaleSettings(
                                nodes.each(),
                                cores,
                                clients,
                                new Workload(workload),
                                rows,
                                row.size(console),
                                started.mode(),
                                new Build().agent(),
                                data,
                                started.address,
                                started.heap.bytes(),
                                rounds,
                                warmUp,
                                seconds,
                                simulated.each(),
                                Hardware.parse(machines)));
    }
}
