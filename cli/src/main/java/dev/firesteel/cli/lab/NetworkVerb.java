// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Results;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.network.Network;
import dev.firesteel.lab.network.NetworkFigures;
import dev.firesteel.lab.network.Topology;
import dev.firesteel.node.CassandraRelease;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code firesteel lab network}: makes a network, and measures it. */
@Command(
        name = "network",
        description = {
            "Makes a network on this machine, measures round trips, bandwidth and losses, and compares"
                    + " them with those asked for. Starts no node. Needs root. Removes the network at"
                    + " the end.",
            "See docs/lab/network.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab network star:1ms",
            "  firesteel lab network star:1ms,jitter=200us,loss=0.1%,bandwidth=1Gbit/s",
            "  firesteel lab network wan:75ms/3 --nodes 6 --json"
        })
final class NetworkVerb implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "NETWORK",
            description = {
                "star:DELAY, torus:DELAY (each hop), wan:DELAY/SITES, file:PATH or links:LINES; a delay is one"
                        + " way, and jitter=TIME, loss=PERCENT%% and bandwidth=RATE may follow it,"
                        + " with commas."
            })
    String network = "";

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of nodes, beside the client (default: ${DEFAULT-VALUE}).")
    int nodes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of losses and jitter (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        Topology topology = console.checked(this::topology);
        try (Network running = Network.start(topology, nodes, seed)) {
            NetworkFigures figures = running.check();
            if (isJson)
                console.say(
                        JsonLine.of(
                                Results.line(
                                        "network",
                                        CassandraRelease.newest().version(),
                                        new Terms(topology.toString(), nodes, seed),
                                        figures)));
            else new NetworkText(figures).lines().forEach(console::say);
        }
        return 0;
    }

    /** Settings of a measured network. */
    record Terms(String network, int nodes, long seed) {}

    private Topology topology() {
        if (nodes < 1 || nodes > Network.MOST_NODES)
            throw new IllegalArgumentException(
                    "--nodes must be 1 to %d, not %d".formatted(Network.MOST_NODES, nodes));
        Topology topology = Topology.parse(network);
        topology.require(nodes);
        return topology;
    }
}
