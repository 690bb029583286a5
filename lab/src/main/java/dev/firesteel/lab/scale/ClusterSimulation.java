// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a cluster as a closed network of queues, event by event. A client sends an operation to
 * a random node, waits for the answer, and sends the next. Nodes are random because keys are spread
 * evenly and each has one replica. A node shares its processors among its operations (processor
 * sharing), each of which uses at most one. Once it has used its budget of a period, it waits for
 * the next period ({@link Processors}). Periods of nodes begin at different times. The processor
 * time of an operation is exponentially distributed; its other time is constant.
 *
 * <p>With nodes that serve operations one after the other, and no other time, this is the network
 * of Gordon and Newell (1967). Its rate has a closed form: see {@code ClusterSimulationTest}.
 */
final class ClusterSimulation {
    /** Share of all operations until queues reach their final length. */
    private static final double WARM_UP = 0.25;

    private static final int FEWEST_OPERATIONS = 400_000;
    private static final int MOST_OPERATIONS = 4_000_000;
    private static final int OPERATIONS_A_CLIENT = 100;

    /** Fewer operations do not let queues reach their final length. */
    private static final int FEWEST_OPERATIONS_A_CLIENT = 20;

    /** Maximum number of clients that can be simulated. */
    static final int MOST_CLIENTS = MOST_OPERATIONS / FEWEST_OPERATIONS_A_CLIENT;

    private static final int DIGITS = 3;
    private static final double MICROS = 1e6;

    /** An operation on a node. */
    private record Job(double finish, double arrived) {}

    /** The next event of a node, unless an arrival precedes it. */
    private record Wake(double time, Node node, long version) {}

    /** Residue of rounding, in microseconds, that counts as zero. */
    private static final double NOTHING = 1e-5;

    private static final double NO_JOB = -1;

    private final Processors processors;
    private final double demandMicros;
    private final double otherMicros;
    private final Node[] nodes;
    private final SplittableRandom random;
    private final Deque<Double> arrivals = new ArrayDeque<>();
    private final PriorityQueue<Wake> wakes =
            new PriorityQueue<>(Comparator.comparingDouble(Wake::time));
    private final Histogram latencies = new Histogram(DIGITS);
    private double sumMicros;

    private ClusterSimulation(
            Demand demand, Processors processors, int nodes, int clients, long seed) {
        this.processors = processors;
        demandMicros = demand.processorMicros();
        otherMicros = demand.otherMicros();
        random = new SplittableRandom(seed);
        this.nodes = new Node[nodes];
        for (int i = 0; i < nodes; i++) this.nodes[i] = new Node();
        for (int i = 0; i < clients; i++) arrivals.add(otherMicros * i / clients);
    }

    /**
     * Runs a simulation.
     *
     * @param processors those of a node
     * @param nodes the number of nodes, at least 1
     * @param clientsPerNode concurrent requests, for each node
     * @param seed the same seed gives the same figures
     */
    static SimulatedPoint run(
            Demand demand, Processors processors, int nodes, int clientsPerNode, long seed) {
        int clients = Math.multiplyExact(nodes, clientsPerNode);
        long wanted = Math.max(FEWEST_OPERATIONS, (long) clients * OPERATIONS_A_CLIENT);
        long operations = Math.min(MOST_OPERATIONS, wanted);
        return new ClusterSimulation(demand, processors, nodes, clients, seed)
                .run(clients, operations);
    }

    private SimulatedPoint run(int clients, long operations) {
        long warmUp = (long) (WARM_UP * operations);
        double now = 0;
        double began = 0;
        for (long done = 0; done < operations; ) {
            Wake next = nextWake();
            Double arrival = arrivals.peek();
            if (arrival != null && (next == null || arrival <= next.time)) {
                arrivals.remove();
                nodes[random.nextInt(nodes.length)].arrive(arrival);
            } else {
                now = requireNonNull(next).time;
                wakes.remove();
                double stay = next.node.wake(now);
                if (stay == NO_JOB) continue;
                arrivals.add(now + otherMicros);
                if (++done == warmUp) began = now;
                if (done > warmUp) record(stay + otherMicros);
            }
        }
        long recorded = operations - warmUp;
        return new SimulatedPoint(
                nodes.length,
                clients,
                recorded * MICROS / (now - began),
                sumMicros / recorded,
                latencies.getValueAtPercentile(50),
                latencies.getValueAtPercentile(99),
                latencies.getValueAtPercentile(99.9));
    }

    private void record(double latency) {
        latencies.recordValue(Math.round(latency));
        sumMicros += latency;
    }

    /** Returns the next event. Removes outdated events. */
    private @Nullable Wake nextWake() {
        Wake next = wakes.peek();
        while (next != null && next.version != next.node.version) {
            wakes.remove();
            next = wakes.peek();
        }
        return next;
    }

    /**
     * A node. All its jobs are served at the same pace. A job therefore ends when the cumulative
     * service of a job reaches its value at the arrival, plus the job's demand.
     */
    private final class Node {
        private final PriorityQueue<Job> jobs =
                new PriorityQueue<>(Comparator.comparingDouble(Job::finish));
        private double served;
        private double lastChange;
        private double nextPeriod = processors.periodMicros() * (1 - random.nextDouble());
        private double budget = processors.budgetMicros();
        private long version;

        private void arrive(double now) {
            advance(now);
            jobs.add(new Job(served + exponential(), now));
            schedule();
        }

        /** Returns the time that the completed job has spent here, or {@link #NO_JOB}. */
        private double wake(double now) {
            advance(now);
            Job first = jobs.peek();
            boolean isDone = first != null && first.finish - served <= NOTHING;
            if (isDone) jobs.remove();
            schedule();
            return isDone ? now - requireNonNull(first).arrived : NO_JOB;
        }

        /** Advances to this time. The pace was constant: a change would have been an event. */
        private void advance(double now) {
            double took = now - lastChange;
            served += took * pace();
            budget -= took * used();
            lastChange = now;
            if (now < nextPeriod) return;
            double period = processors.periodMicros();
            nextPeriod += period * (Math.floor((now - nextPeriod) / period) + 1);
            budget = processors.budgetMicros();
        }

        private void schedule() {
            version++;
            Job first = jobs.peek();
            if (first == null) return;
            double at = nextPeriod;
            if (used() > 0) {
                double left = Math.max(0, first.finish - served);
                at = Math.min(at, lastChange + Math.min(left / pace(), budget / used()));
            }
            wakes.add(new Wake(at, this, version));
        }

        /** Returns the number of processors in use now. */
        private double used() {
            return budget > NOTHING ? Math.min(jobs.size(), processors.atOnce()) : 0;
        }

        /** Returns the service that each job gets in a microsecond. */
        private double pace() {
            return jobs.isEmpty() ? 0 : processors.speed() * used() / jobs.size();
        }
    }

    private double exponential() {
        return -demandMicros * Math.log(1 - random.nextDouble());
    }
}
