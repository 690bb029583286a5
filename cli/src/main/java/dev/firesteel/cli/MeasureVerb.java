// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

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
import picocli.CommandLine.Spec;

/** {@code firesteel lab staleness measure}: measures staleness on a cluster. */
@Command(
        name = "measure",
        description =
                "Writes through one replica, reads through another a while later, and counts how"
                        + " often the read knows of the write; beside it, what the latencies of the"
                        + " same cluster, taken from its traces, predict. On a cluster that runs"
                        + " (--cluster), in a keyspace of its own, or on one that it starts here."
                        + " Ctrl-C ends it; what was measured is told all the same."
                        + " docs/lab/staleness.md tells what is measured and how.",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab staleness measure                    three nodes, started here",
            "  firesteel lab staleness measure --n 3 --r 2 --w 1 --delays 0,1,10",
            "  firesteel lab staleness measure --cluster 10.0.0.1,10.0.0.2 --n 3 --json"
        })
final class MeasureVerb implements Callable<Integer> {
    private static final int CQL_PORT = 9042;

    @Option(
            names = "--cluster",
            paramLabel = "HOST[:PORT]",
            split = ",",
            description =
                    "A cluster that runs: any of its nodes. The keyspace firesteel_staleness is made"
                            + " there, in place of one that a measurement has left which was"
                            + " killed, and dropped at the end: one measurement at a time.")
    List<String> cluster = new ArrayList<>();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "Or else how many nodes to start here (default: ${DEFAULT-VALUE}).")
    int nodes;

    @Option(
            names = "--cores",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "How much of a processor each of them has (default: no limit). With little,"
                            + " messages wait, and staleness shows. Needs control groups, as root.")
    double cores;

    @Mixin QuorumOptions quorum = new QuorumOptions();

    @Option(
            names = "--delays",
            paramLabel = "MS",
            split = ",",
            defaultValue = "0,0.25,0.5,1,2,5,10,20",
            description =
                    "How long after the end of the write the read begins, in milliseconds, each in"
                            + " turn (default: ${DEFAULT-VALUE}).")
    List<Double> delays = new ArrayList<>();

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "4",
            description = "How many write and read at once (default: ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long they do before anything counts (default: ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "How long they do then (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Mixin StartedNodeOptions started = new StartedNodeOptions();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of what the prediction draws (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/staleness",
            description =
                    "Where the files of nodes that are started go, and are deleted (default:"
                            + " ${DEFAULT-VALUE}).")
    Path data = Path.of("");

    @Option(names = "--json", description = "For machines: one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        return new LiveProbe(settings(console), isJson, console).run();
    }

    private ProbeSettings settings(Console console) {
        return console.checked(
                () ->
                        new ProbeSettings(
                                quorum.quorum(),
                                cluster.stream().map(MeasureVerb::contactPoint).toList(),
                                nodes,
                                cores,
                                started.mode(),
                                new Build().agent(),
                                data,
                                started.address,
                                started.heap.bytes(),
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
            throw new IllegalArgumentException("--cluster: nobody knows the host '" + host + "'");
        return address;
    }
}
