// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.NetworkOption;
import dev.firesteel.cli.common.RowOptions;
import dev.firesteel.cli.common.StartedNodeOptions;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.network.Topology;
import dev.firesteel.lab.scale.Hardware;
import dev.firesteel.lab.scale.NodeKind;
import dev.firesteel.lab.scale.ScaleSettings;
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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code firesteel lab scale}: measures and simulates the effect of more nodes. */
@Command(
        name = "scale",
        description = {
            "Starts clusters of different sizes on this machine, and measures how the rate grows with"
                    + " the size. --kind measures several kinds of nodes side by side. Each node is"
                    + " limited to a share of a processor. Without --rate, it also simulates clusters"
                    + " that are too large for this machine. Needs control groups, as root. Ctrl-C ends"
                    + " the run, and prints the results so far.",
            "See docs/lab/scale.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab scale                            1, 2 and 4 nodes, and up to 1000 simulated",
            "  firesteel lab scale --nodes 1..6 --cores 0.15 --rounds 5",
            "  firesteel lab scale --workload a --mode batch --json",
            "  firesteel lab scale --machines big=16:6998,small=4:2159",
            "  firesteel lab scale --kind big=cores:0.4,nodes:2,clients:16,rows:100000 \\",
            "      --kind small=cores:0.2,nodes:4 --rate 200 --histograms logs"
        })
final class ScaleVerb implements Callable<Integer>, StartsNodes {
    @Option(
            names = "--nodes",
            paramLabel = "N,...",
            defaultValue = "1,2,4",
            converter = Counts.Converter.class,
            description =
                    "Sizes of the clusters to measure, as 1,2,4 or 1..4 (default:"
                            + " ${DEFAULT-VALUE}).")
    Counts nodes = new Counts(List.of());

    @Option(
            names = "--cores",
            paramLabel = "N",
            defaultValue = "0.2",
            description =
                    "Processors of each node (default: ${DEFAULT-VALUE}). All nodes and the"
                            + " clients have to fit on this machine.")
    double cores;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "8",
            description = "Concurrent requests for each node (default: ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = "95/5",
            description =
                    "The workload (default: ${DEFAULT-VALUE}, as in the paper): a, b, c or f"
                            + " (YCSB's), update, or reads and updates in percent. Requested rows"
                            + " are uniformly distributed.")
    String workload = "";

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "50000",
            description = "Rows for each node (default: ${DEFAULT-VALUE}).")
    int rows;

    @Mixin RowOptions row = new RowOptions();

    @Mixin StartedNodeOptions started = new StartedNodeOptions();

    @Mixin NetworkOption network = new NetworkOption();

    @Option(
            names = "--kind",
            paramLabel = "NAME=KEY:VALUE,...",
            description =
                    "A kind of node to measure beside others, such as big=cores:0.4,nodes:3; can be"
                            + " given several times. Keys: cores, nodes, clients, rows, network;"
                            + " without one, the option of that name holds.")
    List<String> kindTexts = new ArrayList<>();

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Replicas of each row; an operation waits for one (default: ${DEFAULT-VALUE}).")
    int replicas;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Operations a second offered to each cluster, in an open loop: latencies count"
                            + " from when an operation was due (default: a closed loop).")
    double rate;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of rounds (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "45",
            description =
                    "Warm-up of a cluster without a limit, for each node and once more (default:"
                            + " ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Length of a measurement (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--simulate",
            paramLabel = "N,...",
            defaultValue = "8,17,100,1000",
            converter = Counts.Converter.class,
            description = "Sizes of the clusters to simulate (default: ${DEFAULT-VALUE}).")
    Counts simulated = new Counts(List.of());

    @Option(
            names = "--machines",
            paramLabel = "NAME=CORES[xSPEED]:PRICE,...",
            defaultValue = "supercomputer=16:6998,server=4:2159",
            description =
                    "Kinds of machines to compare: processors, the speed of each relative to one"
                            + " of this machine, and the price (default: ${DEFAULT-VALUE}, the"
                            + " paper's).")
    String machines = "";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/scale",
            description =
                    "Directory for the nodes' files, which are deleted afterwards (default:"
                            + " ${DEFAULT-VALUE}).")
    Path data = Path.of("");

    @Option(
            names = "--histograms",
            paramLabel = "DIR",
            description =
                    "Directory for a log of latencies of each measurement, which report draws.")
    @Nullable Path histograms;

    @Option(names = "--json", description = "Print one JSON object for each kind of node.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public List<Path> directories() {
        return List.of(data);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        return new LocalScale(settings(console), isJson, console).run();
    }

    private ScaleSettings settings(Console console) {
        if (!kindTexts.isEmpty()) exclude(console, "--machines", "--kind");
        if (rate != 0) exclude(console, "--machines", "--rate");
        if (rate != 0) exclude(console, "--simulate", "--rate");
        return console.checked(
                () ->
                        new ScaleSettings(
                                kinds(),
                                new Workload(workload),
                                row.size(console),
                                replicas,
                                rate,
                                rounds,
                                warmUp,
                                seconds,
                                histograms,
                                simulated.each(),
                                kindTexts.isEmpty() ? Hardware.parse(machines) : List.of()));
    }

    private static void exclude(Console console, String option, String other) {
        if (console.command().getParseResult().hasMatchedOption(option))
            throw new ParameterException(
                    console.command(),
                    "%s is not possible with %s: nothing is simulated for it"
                            .formatted(option, other));
    }

    private List<NodeKind> kinds() {
        if (kindTexts.isEmpty())
            return List.of(
                    new NodeKind(
                            "",
                            nodes.each(),
                            cores,
                            clients,
                            rows,
                            started.nodes(data, network.topology())));
        List<KindText> kinds = kindTexts.stream().map(KindText::parse).toList();
        if (kinds.stream().map(KindText::name).distinct().count() < kinds.size())
            throw new IllegalArgumentException(
                    "--kind: two kinds have the same name: give each its own");
        return kinds.stream().map(this::kind).toList();
    }

    private NodeKind kind(KindText kind) {
        try {
            return new NodeKind(
                    kind.name(),
                    kind.value("nodes").map(Counts::parse).orElse(nodes).each(),
                    kind.number("cores").orElse(cores),
                    kind.count("clients").orElse(clients),
                    kind.count("rows").orElse(rows),
                    started.nodes(
                            data,
                            kind.value("network")
                                    .map(Topology::parse)
                                    .orElseGet(network::topology)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--kind %s: %s".formatted(kind.name(), e.getMessage()), e);
        }
    }
}
