// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static java.util.Objects.requireNonNull;

import dev.firesteel.lab.network.NetworkFigures;
import dev.firesteel.lab.scale.Demand;
import dev.firesteel.lab.scale.Hardware;
import dev.firesteel.lab.scale.NodeKind;
import dev.firesteel.lab.scale.ScalabilityLaw;
import dev.firesteel.lab.scale.ScalePoint;
import dev.firesteel.lab.scale.ScaleResult;
import dev.firesteel.lab.scale.ScaleResult.Beyond;
import dev.firesteel.lab.scale.ScaleResult.Kind;
import dev.firesteel.lab.scale.ScaleResult.Size;
import dev.firesteel.lab.scale.ScaleSettings;
import dev.firesteel.lab.scale.SimulatedPoint;
import dev.firesteel.lab.sweep.SweepPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Formats measurements of clusters of different sizes for people. */
record ScaleText(ScaleSettings settings, NodeKind kind, ScaleResult result) {
    /** The busy fraction above which the machine limits the result, not the nodes. */
    private static final double CROWDED = 0.95;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                text(
                        "Measured: %snodes with %s of a processor, %d clients each, %d %s, %s, workload %s; medians of the rounds",
                        kind.name().isEmpty() ? "" : kind.name() + ", ",
                        kind.cores(),
                        kind.clients(),
                        settings.replicas(),
                        settings.replicas() == 1 ? "replica" : "replicas",
                        settings.perSecond() == 0
                                ? "closed loop"
                                : text("%.0f operations offered a second", settings.perSecond()),
                        settings.workload().name()));
        lines.add(
                "%6s %8s %10s %6s %10s %10s %10s %8s %12s %10s %12s"
                        .formatted(
                                "nodes",
                                "clients",
                                "op/s",
                                "+-",
                                "mean us",
                                "p99 us",
                                "p99.9 us",
                                "CPU us",
                                "simulated",
                                "mean us",
                                "own time"));
        for (Size each : result.sizes()) lines.add(line(each));
        addOperations(lines);
        for (Size each : result.sizes()) lines.addAll(doubts(each));
        addNetwork(lines);
        if (result.demand() != null) lines.add(line(result.demand()));
        if (settings.perSecond() == 0) lines.add(law(result.law()));
        addBeyond(lines);
        addMachines(lines);
        if (!result.isComplete()) lines.add("The run was ended before everything was measured.");
        return lines;
    }

    /**
     * Adds the network of the largest cluster that was measured last, and warnings of the others.
     */
    private void addNetwork(List<String> lines) {
        List<ScalePoint> points =
                result.points().stream()
                        .filter(point -> point.network() != null)
                        .sorted(
                                Comparator.comparingInt(ScalePoint::nodes)
                                        .thenComparingInt(ScalePoint::round))
                        .toList();
        for (int i = 0; i < points.size(); i++) {
            NetworkFigures network = requireNonNull(points.get(i).network());
            if (i == points.size() - 1) lines.addAll(new NetworkText(network).lines());
            else
                for (String warning : network.warnings())
                    lines.add(
                            text(
                                    "WARNING: %d nodes, round %d: %s",
                                    points.get(i).nodes(), points.get(i).round(), warning));
        }
    }

    private static String line(Size size) {
        return text(
                "%6d %8d %10.0f %4.0f %% %10.0f %10.0f %10.0f %8.0f %12s %10s %12s",
                size.nodes(),
                size.clients(),
                size.opsPerSecond(),
                100 * size.spread(),
                size.meanMicros(),
                size.p99Micros(),
                size.p999Micros(),
                size.nodeMicrosPerOp(),
                figure(size.simulated(), SimulatedPoint::opsPerSecond),
                figure(size.simulated(), SimulatedPoint::meanMicros),
                figure(size.withOwnTime(), SimulatedPoint::opsPerSecond));
    }

    private static String figure(
            @Nullable SimulatedPoint point, ToDoubleFunction<SimulatedPoint> figure) {
        return point == null ? "-" : text("%.0f", figure.applyAsDouble(point));
    }

    /** Adds reads and updates apart. */
    private void addOperations(List<String> lines) {
        lines.add(
                "%6s %-10s %10s %10s %10s %10s"
                        .formatted(
                                "nodes", "operation", "mean us", "p50 us", "p99 us", "p99.9 us"));
        for (Size size : result.sizes())
            size.operations()
                    .forEach(
                            (name, each) ->
                                    lines.add(
                                            text(
                                                    "%6d %-10s %10.0f %10.0f %10.0f %10.0f",
                                                    size.nodes(),
                                                    name,
                                                    each.meanMicros(),
                                                    each.p50Micros(),
                                                    each.p99Micros(),
                                                    each.p999Micros())));
    }

    private List<String> doubts(Size size) {
        List<String> doubts = new ArrayList<>();
        if (size.machineBusy() > CROWDED)
            doubts.add(
                    text(
                            "WARNING: %d nodes: %.0f %% of this machine's processors were busy:"
                                    + " nodes did not get their share; give smaller --cores",
                            size.nodes(), 100 * size.machineBusy()));
        if (size.settledRounds() < size.rounds())
            doubts.add(
                    text(
                            "WARNING: %d nodes: in %d of %d rounds the rate was not steady before"
                                    + " nodes were limited; give a longer --warm-up",
                            size.nodes(), size.rounds() - size.settledRounds(), size.rounds()));
        if (size.opsPerSecond() < SweepPoint.KEPT * settings.perSecond())
            doubts.add(
                    text(
                            "WARNING: %d nodes: %.0f op/s of the offered %.0f were reached: latencies grow with --seconds; give a lower --rate",
                            size.nodes(), size.opsPerSecond(), settings.perSecond()));
        if (size.errors() > 0)
            doubts.add(
                    text("WARNING: %d nodes: %d operations failed", size.nodes(), size.errors()));
        if (!size.isSimulatedWell()) doubts.add(simulation(size));
        return doubts;
    }

    /** Returns the warning. Nodes on one machine share its caches and cores, and gossip. */
    private static String simulation(Size size) {
        String off =
                text(
                        "WARNING: %d nodes: the simulated rate is %.2f of the measured one",
                        size.nodes(), size.simulatedToMeasured());
        if (!size.isWithOwnTimeWell()) return off + ": do not rely on it for larger clusters";
        return off
                + text(
                        "; %.2f with the processor time of an operation in this cluster (own time): %s",
                        size.withOwnTimeToMeasured(),
                        size.simulatedToMeasured() > 1
                                ? "it is higher than in the smallest cluster, as nodes of one"
                                        + " machine slow each other down"
                                : "it is lower than in the smallest cluster, which was not warm,"
                                        + " or ran on processors that were idle most of"
                                        + " the time");
    }

    private static String line(Demand demand) {
        return text(
                "An operation takes %.0f us of a node's processor, and %.0f us of other time: the"
                        + " simulation's only input.",
                demand.processorMicros(), demand.otherMicros());
    }

    private static String law(@Nullable ScalabilityLaw law) {
        if (law == null) return "No scalability law: it needs at least three sizes.";
        return text(
                "Universal scalability law: %.0f op/s of one node, contention %.4f, coherency %.6f",
                law.opsPerSecondOfOne(), law.contention(), law.coherency());
    }

    private void addBeyond(List<String> lines) {
        if (result.beyond().isEmpty()) return;
        lines.add("");
        lines.add("Beyond what was measured, op/s");
        lines.add("%6s %12s %10s %12s".formatted("nodes", "simulated", "mean us", "by the law"));
        for (Beyond each : result.beyond())
            lines.add(
                    text(
                            "%6d %12.0f %10.0f %12s",
                            each.simulated().nodes(),
                            each.simulated().opsPerSecond(),
                            each.simulated().meanMicros(),
                            each.lawOpsPerSecond() == null
                                    ? "-"
                                    : text("%.0f", each.lawOpsPerSecond())));
    }

    private void addMachines(List<String> lines) {
        if (result.machines().isEmpty()) return;
        lines.add("");
        lines.add("Kinds of machines, simulated, 8 clients for each processor");
        lines.add(
                "%-20s %8s %6s %12s %10s %14s"
                        .formatted(
                                "machine", "cores", "nodes", "op/s", "mean us", "op/s for price"));
        for (Kind each : result.machines()) lines.add(line(each));
    }

    private static String line(Kind kind) {
        SimulatedPoint point = kind.simulated();
        return text(
                "%-20s %8s %6d %12.0f %10.0f %14.2f",
                kind.machine().name(),
                cores(kind.machine()),
                point.nodes(),
                point.opsPerSecond(),
                point.meanMicros(),
                kind.opsPerSecondForPrice());
    }

    private static String cores(Hardware machine) {
        String cores = Double.toString(machine.cores()).replaceAll("\\.0$", "");
        String speed = Double.toString(machine.speed()).replaceAll("\\.0$", "");
        return speed.equals("1") ? cores : cores + "x" + speed;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
