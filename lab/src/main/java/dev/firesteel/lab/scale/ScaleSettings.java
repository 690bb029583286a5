// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.network.Topology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Settings of measurements and simulations.
 *
 * @param kinds the kinds of nodes, each with its clusters. Their files are below one directory
 * @param workload the clients' operations, on rows chosen uniformly
 * @param row the size of a row
 * @param replicas the number of replicas of a row; each operation waits for one
 * @param perSecond the rate offered to each cluster in an open loop; 0 for a closed loop
 * @param rounds how often everything is measured
 * @param warmUpSeconds duration of the warm-up of clusters without a limit, for each node and once
 *     more
 * @param seconds duration of each measurement
 * @param histograms the directory for logs of latencies; null for none
 * @param simulated the numbers of nodes to simulate, beside those that are measured
 * @param machines kinds of machines to compare by simulation; may be none
 */
public record ScaleSettings(
        List<NodeKind> kinds,
        Workload workload,
        RowSize row,
        int replicas,
        double perSecond,
        int rounds,
        int warmUpSeconds,
        int seconds,
        @Nullable Path histograms,
        List<Integer> simulated,
        List<Hardware> machines) {
    private static final int MOST_SIMULATED = 10_000;

    /** Limit that keeps the simulation within minutes. */
    private static final int MOST_SIMULATIONS = 50;

    /** The paper's limit of connections for each processor. */
    private static final int CLIENTS_A_CORE = 8;

    /** More than any cluster on one machine reaches. */
    private static final long MOST_PER_SECOND = 200_000;

    /** A cluster to measure. */
    record Step(NodeKind kind, int nodes) {}

    public ScaleSettings {
        kinds = List.copyOf(kinds);
        simulated = simulated.stream().distinct().sorted().toList();
        machines = List.copyOf(machines);
        requireAll("--simulate", simulated, MOST_SIMULATED);
        require("--rounds", rounds);
        require("--warm-up", warmUpSeconds);
        require("--seconds", seconds);
        require("--replicas", replicas);
        if (workload.addsRows())
            throw new IllegalArgumentException(
                    "--workload %s inserts new rows: the size of the data would not stay as given"
                            .formatted(workload.name()));
        if (!(perSecond >= 0 && perSecond <= MOST_PER_SECOND))
            throw new IllegalArgumentException(
                    "--rate must be 0, for a closed loop, to %d, not %s"
                            .formatted(MOST_PER_SECOND, perSecond));
        if (perSecond > 0 && workload.hasPairs())
            throw new IllegalArgumentException(
                    "--rate is not possible with --workload f: some of its operations are two, a read"
                            + " and an update, and the rate would be that of the reads");
        for (NodeKind kind : kinds) {
            if (replicas > kind.nodes().get(0))
                throw new IllegalArgumentException(
                        "--replicas %d is more than the smallest cluster%s has nodes: %d"
                                .formatted(
                                        replicas,
                                        kind.name().isEmpty() ? "" : " of the kind " + kind.name(),
                                        kind.nodes().get(0)));
            if (perSecond == 0) requireSimulable(kind.clients(), simulated, machines);
        }
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

    static void require(String option, int value) {
        if (value < 1)
            throw new IllegalArgumentException(option + " must be at least 1, not " + value);
    }

    static void requireAll(String option, List<Integer> values, int most) {
        if (values.stream().anyMatch(value -> value < 1 || value > most))
            throw new IllegalArgumentException(
                    "%s must be 1 to %d each, not %s".formatted(option, most, values));
    }

    /**
     * Returns whether clusters of a kind can be simulated: those of a closed loop with one replica,
     * in which every node is as far away as that of the smallest cluster.
     */
    boolean simulates(NodeKind kind) {
        Topology network = kind.started().network();
        return perSecond == 0 && replicas == 1 && (network == null || network.isStar());
    }

    /** Returns the directory of the nodes' files. */
    public Path data() {
        return kinds.get(0).started().data();
    }

    /** Returns the file of single measurements, kept until all are complete. */
    public Path results() {
        return data().resolve("points.jsonl");
    }

    /** Returns the clusters of a round. */
    List<Step> clusters() {
        List<Step> clusters = new ArrayList<>();
        for (NodeKind kind : kinds)
            for (int nodes : kind.nodes()) clusters.add(new Step(kind, nodes));
        return clusters;
    }

    /** Returns the number of clusters of all rounds. */
    public int steps() {
        return rounds * clusters().size();
    }

    /** Returns the terms that figures of a kind depend on. */
    public ScaleTerms terms(NodeKind kind) {
        return new ScaleTerms(
                kind.name(),
                kind.nodes(),
                kind.cores(),
                kind.clients(),
                workload.name(),
                kind.rows(),
                row.fieldCount(),
                row.fieldLength(),
                replicas,
                perSecond,
                kind.started().mode().title(),
                kind.started().heapBytes(),
                kind.started().networkText(),
                rounds,
                warmUpSeconds,
                seconds);
    }

    /** Returns the terms that all figures depend on. */
    RunTerms runTerms() {
        return new RunTerms(kinds.stream().map(this::terms).toList());
    }

    /** Terms of a run. */
    record RunTerms(List<ScaleTerms> kinds) {}

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
    Properties properties(Step cluster, int forSeconds) {
        Properties properties =
                workload.properties(
                        (long) cluster.kind.rows() * cluster.nodes, MOST_PER_SECOND * forSeconds);
        properties.setProperty("requestdistribution", "uniform");
        return row.addTo(properties);
    }
}
