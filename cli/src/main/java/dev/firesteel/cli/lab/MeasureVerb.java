// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.AccessOptions;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.NetworkOption;
import dev.firesteel.cli.common.StartedNodeOptions;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.lab.ClusterAccess;
import dev.firesteel.lab.staleness.ProbeSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
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

/** {@code firesteel lab staleness measure}: measures staleness on a cluster. */
@Command(
        name = "measure",
        description = {
            "Writes through one replica, reads through another after a delay, and counts the"
                    + " reads that return the write. Compares this with a prediction from the"
                    + " latencies in the cluster's own traces. Uses a running cluster"
                    + " (--cluster), in a keyspace of its own, or one that it starts here."
                    + " Ctrl-C ends the run, and prints the results so far.",
            "See docs/lab/staleness.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab staleness measure                    three nodes, started here",
            "  firesteel lab staleness measure --n 3 --r 2 --w 1 --delays 0,1,10",
            "  firesteel lab staleness measure --cluster 10.0.0.1,10.0.0.2 --n 3 --json"
        })
final class MeasureVerb implements Callable<Integer>, StartsNodes {
    private static final int CQL_PORT = 9042;

    private static final List<String> OF_STARTED_NODES =
            List.of("--nodes", "--cores", "--network", "--mode", "--heap", "--address", "--data");

    @Option(
            names = "--cluster",
            paramLabel = "HOST[:PORT]",
            split = ",",
            description =
                    "Nodes of a running cluster. The keyspace firesteel_staleness is made there,"
                            + " and dropped at the end. One that a killed measurement has left is"
                            + " replaced: run one measurement at a time.")
    List<String> cluster = new ArrayList<>();

    @Mixin AccessOptions access = new AccessOptions();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "Or else the number of nodes to start here (default: ${DEFAULT-VALUE}).")
    int nodes;

    @Option(
            names = "--cores",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Processors for each of these nodes (default: no limit). With a low limit,"
                            + " messages wait, and staleness becomes visible. Needs control"
                            + " groups, as root.")
    double cores;

    @Mixin QuorumOptions quorum = new QuorumOptions();

    @Option(
            names = "--delays",
            paramLabel = "MS",
            split = ",",
            defaultValue = "0,0.25,0.5,1,2,5,10,20",
            description =
                    "Delays from the end of the write to the start of the read, in milliseconds"
                            + " (default: ${DEFAULT-VALUE}).")
    List<Double> delays = new ArrayList<>();

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "4",
            description = "Number of concurrent clients (default: ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Warm-up before the measurement (default: ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Length of the measurement (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Mixin StartedNodeOptions started = new StartedNodeOptions();

    @Mixin NetworkOption network = new NetworkOption();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the prediction (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/staleness",
            description =
                    "Directory for the files of started nodes, which are deleted afterwards"
                            + " (default: ${DEFAULT-VALUE}).")
    Path data = Path.of("");

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public boolean startsNodes() {
        return cluster.isEmpty();
    }

    @Override
    public List<Path> directories() {
        return List.of(data);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        return new LiveProbe(settings(console), access(console), isJson, console).run();
    }

    private ClusterAccess access(Console console) throws IOException {
        if (!cluster.isEmpty()) return access.read(console);
        if (access.isGiven())
            throw new ParameterException(
                    console.command(),
                    "user, TLS and --driver-config are for a running cluster: give --cluster");
        return ClusterAccess.PLAIN;
    }

    private ProbeSettings settings(Console console) {
        if (!cluster.isEmpty())
            for (String option : OF_STARTED_NODES)
                if (console.command().getParseResult().hasMatchedOption(option))
                    throw new ParameterException(
                            console.command(),
                            "%s is for nodes that are started here: leave it out, or --cluster"
                                    .formatted(option));
        return console.checked(
                () ->
                        new ProbeSettings(
                                quorum.quorum(),
                                cluster.stream().map(MeasureVerb::contactPoint).toList(),
                                nodes,
                                cores,
                                started.nodes(data, network.topology()),
                                delays,
                                clients,
                                warmUp,
                                seconds,
                                seed));
    }

    /** Parses a contact point. An IPv6 address needs brackets if a port follows. */
    static InetSocketAddress contactPoint(String text) {
        String host = text.strip();
        String port = "";
        int colon = host.lastIndexOf(':');
        boolean isAddress6 = host.indexOf(':') != colon && !host.contains("]");
        if (colon >= 0 && !isAddress6 && host.indexOf(']') < colon) {
            port = host.substring(colon + 1);
            host = host.substring(0, colon);
        }
        host = host.replace("[", "").replace("]", "");
        if (host.isEmpty() || !port.matches("\\d{0,5}"))
            throw new IllegalArgumentException(
                    "--cluster: '%s' is not HOST or HOST:PORT".formatted(text));
        int number = port.isEmpty() ? CQL_PORT : Integer.parseInt(port);
        if (number < 1 || number > 65_535)
            throw new IllegalArgumentException("--cluster: %d is no port".formatted(number));
        InetSocketAddress address = new InetSocketAddress(host, number);
        if (address.isUnresolved())
            throw new IllegalArgumentException("--cluster: unknown host '" + host + "'");
        return address;
    }
}
