// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import dev.firesteel.lab.ProcessorGroup;
import dev.firesteel.lab.bench.Median;
import dev.firesteel.lab.ycsb.OperationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Results of measured clusters, and predictions for larger ones.
 *
 * @param isComplete whether everything requested was measured
 * @param demand the times of an operation, of the smallest cluster; null if nothing is simulated
 * @param law fitted to the medians; null if there are fewer than three sizes, and in an open loop
 * @param sizes one for each measured size
 * @param beyond other sizes, which were not measured
 * @param machines kinds of machines, each with each number of nodes
 * @param points every single measurement
 */
public record ScaleResult(
        boolean isComplete,
        @Nullable Demand demand,
        @Nullable ScalabilityLaw law,
        List<Size> sizes,
        List<Beyond> beyond,
        List<Kind> machines,
        List<ScalePoint> points) {
    /** Fixed seed, which makes simulations reproducible. */
    private static final long SEED = 1;

    /** Maximum relative error of a good simulation. */
    private static final double TOLERANCE = 0.1;

    /**
     * Clusters of one size; medians of the rounds.
     *
     * @param nodes the number of nodes
     * @param clients concurrent requests, for all nodes together
     * @param opsPerSecond operations a second
     * @param spread half the range of the rounds, relative to the median
     * @param meanMicros the mean latency, in microseconds
     * @param p50Micros the median
     * @param p99Micros the 99th percentile
     * @param p999Micros the 99.9th percentile
     * @param nodeMicrosPerOp processor time of all nodes together for an operation
     * @param errors failed operations, in all rounds together
     * @param settledRounds rounds whose rate was in steady state before nodes were limited
     * @param rounds the number of rounds
     * @param machineBusy the busy share of the machine's processors, 0 to 1
     * @param operations each kind of operation; medians of the rounds, and counts of all
     * @param simulated the same, simulated with the demand of the smallest cluster
     * @param withOwnTime the same, simulated with the processor time of an operation of this size;
     *     both are null in an open loop, and on a network that is no star
     */
    public record Size(
            int nodes,
            int clients,
            double opsPerSecond,
            double spread,
            double meanMicros,
            double p50Micros,
            double p99Micros,
            double p999Micros,
            double nodeMicrosPerOp,
            long errors,
            int settledRounds,
            int rounds,
            double machineBusy,
            Map<String, OperationResult> operations,
            @Nullable SimulatedPoint simulated,
            @Nullable SimulatedPoint withOwnTime) {
        /** Returns the simulated over the measured rate; NaN if it was not simulated. */
        public double simulatedToMeasured() {
            return simulated == null ? Double.NaN : simulated.opsPerSecond() / opsPerSecond;
        }

        /** Returns whether that is near 1. */
        public boolean isSimulatedWell() {
            return isNearOne(simulatedToMeasured());
        }

        /** Returns the same with this size's processor time: the effect of queues alone. */
        public double withOwnTimeToMeasured() {
            return withOwnTime == null ? Double.NaN : withOwnTime.opsPerSecond() / opsPerSecond;
        }

        /** Returns whether that is near 1. */
        public boolean isWithOwnTimeWell() {
            return isNearOne(withOwnTimeToMeasured());
        }

        private static boolean isNearOne(double ratio) {
            return Double.isNaN(ratio) || Math.abs(ratio - 1) <= TOLERANCE;
        }
    }

    /**
     * A size that was not measured.
     *
     * @param simulated its simulation
     * @param lawOpsPerSecond the law's rate; null if there is none, or no more sizes were measured
     *     than it has coefficients
     */
    public record Beyond(SimulatedPoint simulated, @Nullable Double lawOpsPerSecond) {}

    /**
     * Nodes of a kind of machine.
     *
     * @param machine the kind
     * @param simulated the simulation of the nodes
     * @param opsPerSecondForPrice operations a second for each unit of price
     */
    public record Kind(Hardware machine, SimulatedPoint simulated, double opsPerSecondForPrice) {}

    /**
     * Returns the results of what was measured so far.
     *
     * @param processors the number of the machine's processors, of which nodes had a share
     * @param goesOn whether to simulate sizes that were not measured, which takes time
     */
    static ScaleResult of(
            ScaleSettings settings,
            NodeKind kind,
            List<ScalePoint> points,
            int processors,
            boolean goesOn) {
        boolean isComplete = points.size() == settings.rounds() * kind.nodes().size();
        List<Integer> measured = kind.nodes().stream().filter(isIn(points)).toList();
        if (measured.isEmpty())
            return new ScaleResult(
                    isComplete, null, null, List.of(), List.of(), List.of(), List.of());
        return new Maker(settings, kind, points, processors, measured)
                .result(isComplete, goesOn && settings.simulates(kind));
    }

    private static Predicate<Integer> isIn(List<ScalePoint> points) {
        return nodes -> points.stream().anyMatch(point -> point.nodes() == nodes);
    }

    /** Builds a result. */
    private static final class Maker {
        private final ScaleSettings settings;
        private final NodeKind kind;
        private final List<ScalePoint> points;
        private final int processors;
        private final List<Integer> measured;
        private final Demand demand;
        private final @Nullable ScalabilityLaw law;

        Maker(
                ScaleSettings settings,
                NodeKind kind,
                List<ScalePoint> points,
                int processors,
                List<Integer> measured) {
            this.settings = settings;
            this.kind = kind;
            this.processors = processors;
            this.points = List.copyOf(points);
            this.measured = measured;
            int smallest = measured.get(0);
            double processor = median(smallest, ScalePoint::nodeMicrosPerOp);
            double lone = median(smallest, ScalePoint::loneMicros);
            demand = new Demand(processor, Math.max(0, lone - processor));
            Map<Integer, Double> rates = new TreeMap<>();
            for (int nodes : measured) rates.put(nodes, median(nodes, ScalePoint::opsPerSecond));
            law = ScalabilityLaw.fit(rates);
        }

        ScaleResult result(boolean isComplete, boolean goesOn) {
            List<Integer> rest =
                    settings.simulated().stream().filter(n -> !measured.contains(n)).toList();
            return new ScaleResult(
                    isComplete,
                    settings.simulates(kind) ? demand : null,
                    settings.perSecond() > 0 ? null : law,
                    measured.stream().map(this::size).toList(),
                    goesOn ? rest.stream().map(this::beyond).toList() : List.of(),
                    goesOn ? kinds() : List.of(),
                    points);
        }

        private double median(int nodes, ToDoubleFunction<ScalePoint> figure) {
            return Median.of(values(nodes, figure));
        }

        private List<Double> values(int nodes, ToDoubleFunction<ScalePoint> figure) {
            return of(nodes).map(figure::applyAsDouble).toList();
        }

        private Stream<ScalePoint> of(int nodes) {
            return points.stream().filter(point -> point.nodes() == nodes);
        }

        private Size size(int nodes) {
            return new Size(
                    nodes,
                    nodes * kind.clients(),
                    median(nodes, ScalePoint::opsPerSecond),
                    Median.spread(values(nodes, ScalePoint::opsPerSecond)),
                    median(nodes, ScalePoint::meanMicros),
                    median(nodes, ScalePoint::p50Micros),
                    median(nodes, ScalePoint::p99Micros),
                    median(nodes, ScalePoint::p999Micros),
                    median(nodes, ScalePoint::nodeMicrosPerOp),
                    of(nodes).mapToLong(ScalePoint::errors).sum(),
                    (int) of(nodes).filter(ScalePoint::isSettled).count(),
                    (int) of(nodes).count(),
                    median(nodes, ScalePoint::machineBusy),
                    operations(nodes),
                    !settings.simulates(kind) ? null : simulated(share(), nodes, kind.clients()),
                    !settings.simulates(kind) ? null : withOwnTime(nodes));
        }

        private Map<String, OperationResult> operations(int nodes) {
            Map<String, OperationResult> operations = new TreeMap<>();
            Set<String> names = new TreeSet<>();
            of(nodes).forEach(point -> names.addAll(point.operations().keySet()));
            for (String name : names)
                operations.put(
                        name,
                        operation(
                                of(nodes)
                                        .map(each -> each.operations().get(name))
                                        .filter(Objects::nonNull)
                                        .toList()));
            return operations;
        }

        private static OperationResult operation(List<OperationResult> rounds) {
            return new OperationResult(
                    rounds.stream().mapToLong(OperationResult::succeeded).sum(),
                    rounds.stream().mapToLong(OperationResult::errors).sum(),
                    median(rounds, OperationResult::meanMicros),
                    median(rounds, OperationResult::p50Micros),
                    median(rounds, OperationResult::p99Micros),
                    median(rounds, OperationResult::p999Micros),
                    median(rounds, OperationResult::maxMicros));
        }

        private static double median(
                List<OperationResult> rounds, ToDoubleFunction<OperationResult> figure) {
            return Median.of(rounds.stream().map(figure::applyAsDouble).toList());
        }

        private SimulatedPoint withOwnTime(int nodes) {
            double processor = median(nodes, ScalePoint::nodeMicrosPerOp);
            return ClusterSimulation.run(
                    new Demand(processor, demand.otherMicros()),
                    share(),
                    nodes,
                    kind.clients(),
                    SEED);
        }

        private Beyond beyond(int nodes) {
            return new Beyond(
                    simulated(share(), nodes, kind.clients()),
                    law == null || measured.size() < ScalabilityLaw.FEWEST_SIZES_TO_GO_ON
                            ? null
                            : law.opsPerSecond(nodes));
        }

        private List<Kind> kinds() {
            List<Kind> kinds = new ArrayList<>();
            for (Hardware machine : settings.machines())
                for (int nodes : sizesOfKinds()) kinds.add(kind(machine, nodes));
            return kinds;
        }

        private List<Integer> sizesOfKinds() {
            List<Integer> sizes = new ArrayList<>(settings.simulated());
            if (!sizes.contains(1)) sizes.add(0, 1);
            return sizes;
        }

        private Kind kind(Hardware machine, int nodes) {
            int clients = (int) ScaleSettings.clientsOf(machine);
            Processors whole = Processors.whole(machine.cores(), machine.speed());
            SimulatedPoint point = simulated(whole, nodes, clients);
            return new Kind(machine, point, point.opsPerSecond() / (nodes * machine.price()));
        }

        private Processors share() {
            return Processors.share(kind.cores(), processors, ProcessorGroup.PERIOD_MICROS);
        }

        private SimulatedPoint simulated(Processors each, int nodes, int clients) {
            return ClusterSimulation.run(demand, each, nodes, clients, SEED);
        }
    }
}
