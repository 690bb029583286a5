// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import dev.firesteel.lab.ProcessorGroup;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.StartedNodes;
import dev.firesteel.lab.bench.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * Settings of measurements and simulations.
 *
 * @param nodes the numbers of nodes, a cluster each
 * @param cores each node's share of the machine's processors
 * @param clients the number of concurrent requests, for each node
 * @param workload the clients' operations, on rows chosen uniformly
 * @param rows the number of rows, for each node
 * @param row their size
 * @param started the settings of each node
 * @param rounds how often everything is measured
 * @param warmUpSeconds duration of the warm-up of clusters without a limit, for each node and once
 *     more
 * @param seconds duration of each measurement
 * @param simulated the numbers of nodes to simulate, beside those that are measured
 * @param machines kinds of machines to compare by simulation; may be none
 */
public record ScaleSettings(
        List<Integer> nodes,
        double cores,
        int clients,
        Workload workload,
        int rows,
        RowSize row,
        StartedNodes started,
        int rounds,
        int warmUpSeconds,
        int seconds,
        List<Integer> simulated,
        List<Hardware> machines) {
    private static final int MOST_CLIENTS = 1_000;

    private static final int MOST_SIMULATED = 10_000;

    /** Limit that keeps the simulation within minutes. */
    private static final int MOST_SIMULATIONS = 50;

    /** The paper's limit of connections for each processor. */
    private static final int CLIENTS_A_CORE = 8;

    /** More than any cluster on one machine reaches. */
    private static final long MOST_PER_SECOND = 200_000;

    public ScaleSettings {
        nodes = nodes.stream().distinct().sorted().toList();
        simulated = simulated.stream().distinct().sorted().toList();
        machines = List.copyOf(machines);
        requireAll("--nodes", nodes, StartedNodes.MOST);
        requireAll("--simulate", simulated, MOST_SIMULATED);
        if (nodes.isEmpty()) throw new IllegalArgumentException("--nodes names none");
        if (!(cores >= ProcessorGroup.LEAST_CORES && cores <= 64))
            throw new IllegalArgumentException(
                    "--cores must be at least %s, and at most 64, not %s"
                            .formatted(ProcessorGroup.LEAST_CORES, cores));
        require("--clients", clients);
        if (clients > MOST_CLIENTS)
            throw new IllegalArgumentException(
                    ("--clients must be at most %d for each node, as each is a thread"
                                    + " of this program, not %d")
                            .formatted(MOST_CLIENTS, clients));
        require("--rows", rows);
        require("--rounds", rounds);
        require("--warm-up", warmUpSeconds);
        require("--seconds", seconds);
        if (workload.addsRows())
            throw new IllegalArgumentException(
                    "--workload %s inserts new rows: the size of the data would not stay as given"
                            .formatted(workload.name()));
        started.require(nodes.get(nodes.size() - 1));
        requireSimulable(clients, simulated, machines);
    }

    private static void requireSimulable(
            int clients, List<Integer> simulated, List<Hardware> machines) {
        if (simulated.size() * (1 + machines.size()) > MOST_SIMULATIONS)
            throw new IllegalArgumentException(
                    ("--simulate names %d sizes, each of them also of %d kinds of"
                                    + " machines: more than %d clusters to simulate")
                            .formatted(simulated.size(), machines.size(), MOST_SIMULATIONS));
        for (int nodes : simulated) {
            requireSimulable(nodes, (double) nodes * clients);
            for (Hardware machine : machines)
                requireSimulable(nodes, (double) nodes * clientsOf(machine));
        }
    }

    private static void requireSimulable(int nodes, double clients) {
        if (clients > ClusterSimulation.MOST_CLIENTS)
            throw new IllegalArgumentException(
                    "--simulate %d: %.0f clients are more than the %d that can be simulated"
                            .formatted(nodes, clients, ClusterSimulation.MOST_CLIENTS));
    }

    /** Returns the concurrent requests for a node of a kind of machine. */
    static double clientsOf(Hardware machine) {
        return Math.max(1, Math.rint(CLIENTS_A_CORE * machine.cores()));
    }

    private static void require(String option, int value) {
        if (value < 1)
            throw new IllegalArgumentException(option + " must be at least 1, not " + value);
    }

    private static void requireAll(String option, List<Integer> values, int most) {
        if (values.stream().anyMatch(value -> value < 1 || value > most))
            throw new IllegalArgumentException(
                    "%s must be 1 to %d each, not %s".formatted(option, most, values));
    }

    /** Returns the file of single measurements, kept until all are complete. */
    public Path results() {
        return started.data().resolve("points.jsonl");
    }

    /** Returns the number of clusters. */
    public int steps() {
        return rounds * nodes.size();
    }

    /** Returns the terms that figures depend on. */
    public ScaleTerms terms() {
        return new ScaleTerms(
                nodes,
                cores,
                clients,
                workload.name(),
                rows,
                row.fieldCount(),
                row.fieldLength(),
                started.mode().title(),
                started.heapBytes(),
                started.networkText(),
                rounds,
                warmUpSeconds,
                seconds);
    }

    /**
     * Returns the warm-up time of a cluster. JVMs that share processors compile for longer, and one
     * alone takes as long as two.
     */
    public int warmUpSeconds(int nodeCount) {
        return warmUpSeconds * (nodeCount + 1);
    }

    /** Returns the seconds of load within the limit before a measurement. */
    int limitedWarmUpSeconds() {
        return seconds / 2 + 1;
    }

    /** Returns YCSB's properties. */
    Properties properties(int nodeCount, int forSeconds) {
        Properties properties =
                workload.properties((long) rows * nodeCount, MOST_PER_SECOND * forSeconds);
        properties.setProperty("requestdistribution", "uniform");
        return row.addTo(properties);
    }
}
