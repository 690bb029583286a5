// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import static java.util.Objects.requireNonNull;

import dev.firesteel.lab.ChildProgram;
import dev.firesteel.lab.JsonLine;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A network between nodes and a client of this machine. Each is a station: a network namespace with
 * one interface. A separate process carries the packets, and delays or drops them by the {@link
 * Topology}. The addresses are visible in these namespaces only. A namespace has no name, and ends
 * with its last process.
 */
public final class Network implements AutoCloseable {
    /** The largest number of nodes. */
    public static final int MOST_NODES = 200;

    private static final int PATIENCE_SECONDS = 60;

    private static final int PAUSE_MILLIS = 200;
    private static final int MOST_PAUSES = 50;

    /** Its size is also the limit of the memory for packets. */
    private static final String HEAP = "160m";

    /** Addresses of a private network. Only the stations see it. */
    private static final String PREFIX = "10.0.0.";

    private final Topology topology;
    private final NetworkPlan plan;
    private final Process process;
    private final BufferedReader output;
    private final Path errors;
    private List<Path> namespaces = List.of();
    private @Nullable NetworkFigures figures;

    private Network(Topology topology, NetworkPlan plan, Process process, Path errors) {
        this.topology = topology;
        this.plan = plan;
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.errors = errors;
    }

    /**
     * Checks that networks are supported here.
     *
     * @throws IOException if not; the message names what is missing
     */
    public static void requireSupported() throws IOException {
        if (!Files.exists(Path.of("/dev/net/tun")))
            throw new IOException(
                    "A network needs Linux with TUN interfaces, and there is no /dev/net/tun here");
        if (!Integer.valueOf(0)
                .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid", new LinkOption[0])))
            throw new IOException(
                    "A network needs root, to make network namespaces: run it with sudo");
        requireTool("ip", "iproute2");
        requireTool("nsenter", "util-linux");
    }

    private static void requireTool(String name, String of) throws IOException {
        String path = System.getenv().getOrDefault("PATH", "");
        if (Arrays.stream(path.split(File.pathSeparator, -1))
                .noneMatch(folder -> Files.isExecutable(Path.of(folder, name))))
            throw new IOException("A network needs '%s': install %s".formatted(name, of));
    }

    /**
     * Starts a network.
     *
     * @param nodes the number of nodes, 1 to {@value #MOST_NODES}
     * @param seed of random numbers
     */
    public static Network start(Topology topology, int nodes, long seed)
            throws IOException, InterruptedException {
        requireSupported();
        NetworkPlan plan = topology.plan(nodes);
        Path errors = Files.createTempFile("firesteel-network-", ".log");
        Process process =
                ChildProgram.of(
                                NetworkProcess.class,
                                HEAP,
                                topology.toString(),
                                Integer.toString(nodes),
                                Long.toString(seed))
                        .redirectError(errors.toFile())
                        .start();
        Network network = new Network(topology, plan, process, errors);
        try {
            network.awaitReady();
            return network;
        } catch (IOException | InterruptedException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private void awaitReady() throws IOException, InterruptedException {
        String line = nextLine();
        if (!line.startsWith(NetworkProcess.READY)) throw failed();
        namespaces =
                Arrays.stream(line.substring(NetworkProcess.READY.length()).split(",", -1))
                        .map(each -> Path.of("/proc/" + process.pid() + "/fd/" + each))
                        .toList();
    }

    /** Returns the address of a station, counted from 0. */
    static String address(int station) {
        return PREFIX + (station + 1);
    }

    NetworkPlan plan() {
        return plan;
    }

    Path namespace(int station) {
        return namespaces.get(station);
    }

    /** Returns the addresses of this number of nodes. */
    public static List<String> addresses(int nodes) {
        return IntStream.range(0, nodes).mapToObj(Network::address).toList();
    }

    /** Returns the network namespace of a node, as a file, counted from 0. */
    public Path ofNode(int node) {
        return namespace(node);
    }

    /** Returns the network namespace of the client, as a file. */
    public Path ofClient() {
        return namespace(plan.stations() - 1);
    }

    /** Measures the network, which takes some seconds. Nothing else must use it. */
    public NetworkFigures check() throws IOException, InterruptedException {
        NetworkFigures measured = new NetworkCheck(this).run(topology.toString());
        figures = measured;
        for (int i = 0; i < MOST_PAUSES && report().packets() > 0; i++)
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS); // packets of the check are on their way
        return measured;
    }

    /** Begins to count packets for {@link #figures}. */
    public void count() throws IOException, InterruptedException {
        RelayReport unused = report();
    }

    /**
     * Returns the figures of the {@link #check}, with the packets since {@link #count}. Call it
     * once after each of these.
     */
    public NetworkFigures figures() throws IOException, InterruptedException {
        return requireNonNull(figures).with(report());
    }

    private RelayReport report() throws IOException, InterruptedException {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw failed(); // a broken pipe
        }
        String line = nextLine();
        if (line.isEmpty()) throw failed();
        return JsonLine.read(line, RelayReport.class);
    }

    private String nextLine() throws IOException, InterruptedException {
        try {
            return CompletableFuture.supplyAsync(this::readLine)
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The network's process does not answer: " + e, e);
        }
    }

    private String readLine() {
        try {
            String line = output.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private IOException failed() throws IOException {
        String said = Files.exists(errors) ? Files.readString(errors).strip() : "";
        return new IOException(
                "The network's process has ended, and with it the network"
                        + (said.isEmpty() ? "" : ": " + said));
    }

    /** Ends the network. Nodes that still run reach nothing any more. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
        Files.deleteIfExists(errors);
    }
}
