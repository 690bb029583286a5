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
 * A cluster as a closed network of queues, event by event. Clients send an operation to a node
 * drawn at random, for keys are spread evenly and each has one replica; wait for the answer; and
 * send the next. A node shares its processors among the operations it has (processor sharing), none
 * of which can use more than one. How much processor time an operation needs is drawn from an
 * exponential distribution; what else it takes is always the same.
 *
 * <p>With nodes that do everything one after the other, and nothing else that takes time, this is
 * the network of Gordon and Newell (1967), whose rate has a closed form: {@code
 * ClusterSimulationTest}.
 */
final class ClusterSimulation {
    /** Of all operations: before that, queues are not yet as long as they will be. */
    private static final double WARM_UP = 0.25;

    private static final int FEWEST_OPERATIONS = 400_000;
    private static final int MOST_OPERATIONS = 4_000_000;
    private static final int OPERATIONS_A_CLIENT = 100;

    /** Fewer do not make queues as long as they will be. */
    private static final int FEWEST_OPERATIONS_A_CLIENT = 20;

    /** Of a cluster that can be simulated. */
    static final int MOST_CLIENTS = MOST_OPERATIONS / FEWEST_OPERATIONS_A_CLIENT;

    private static final int DIGITS = 3;
    private static final double MICROS = 1e6;

    /** An operation that a node has. */
    private record Job(double finish, double arrived) {}

    /** When a node is done with its next job, unless something has come to it meanwhile. */
    private record Departure(double time, Node node, long version) {}

    private final double cores;
    private final double speed;
    private final double demandMicros;
    private final double otherMicros;
    private final Node[] nodes;
    private final SplittableRandom random;
    private final Deque<Double> arrivals = new ArrayDeque<>();
    private final PriorityQueue<Departure> departures =
            new PriorityQueue<>(Comparator.comparingDouble(Departure::time));
    private final Histogram latencies = new Histogram(DIGITS);
    private double sumMicros;

    private ClusterSimulation(
            Demand demand, double cores, double speed, int nodes, int clients, long seed) {
        this.cores = cores;
        this.speed = speed;
        demandMicros = demand.processorMicros();
        otherMicros = demand.otherMicros();
        random = new SplittableRandom(seed);
        this.nodes = new Node[nodes];
        for (int i = 0; i < nodes; i++) this.nodes[i] = new Node();
        for (int i = 0; i < clients; i++) arrivals.add(otherMicros * i / clients);
    }

    /**
     * Simulates.
     *
     * @param cores processors of a node, which may be a share of one
     * @param speed of each, over that of where the demand was measured
     * @param nodes how many, at least 1
     * @param clientsPerNode requests at once, for each node
     * @param seed the same seed gives the same figures
     */
    static SimulatedPoint run(
            Demand demand, double cores, double speed, int nodes, int clientsPerNode, long seed) {
        int clients = Math.multiplyExact(nodes, clientsPerNode);
        long wanted = Math.max(FEWEST_OPERATIONS, (long) clients * OPERATIONS_A_CLIENT);
        long operations = Math.min(MOST_OPERATIONS, wanted);
        return new ClusterSimulation(demand, cores, speed, nodes, clients, seed)
                .run(clients, operations);
    }

    private SimulatedPoint run(int clients, long operations) {
        long warmUp = (long) (WARM_UP * operations);
        double now = 0;
        double began = 0;
        for (long done = 0; done < operations; ) {
            Departure next = nextDeparture();
            Double arrival = arrivals.peek();
            if (arrival != null && (next == null || arrival <= next.time)) {
                arrivals.remove();
                nodes[random.nextInt(nodes.length)].arrive(arrival);
            } else {
                now = requireNonNull(next).time;
                departures.remove();
                double latency = next.node.depart(now) + otherMicros;
                arrivals.add(now + otherMicros);
                if (++done == warmUp) began = now;
                if (done > warmUp) record(latency);
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

    /** Those that something has come between are let go of here. */
    private @Nullable Departure nextDeparture() {
        Departure next = departures.peek();
        while (next != null && next.version != next.node.version) {
            departures.remove();
            next = departures.peek();
        }
        return next;
    }

    /**
     * A node. Its jobs are all served at the same pace, so each ends when the service that every
     * one of them has had so far reaches what it was at the job's arrival and the job's demand.
     */
    private final class Node {
        private final PriorityQueue<Job> jobs =
                new PriorityQueue<>(Comparator.comparingDouble(Job::finish));
        private double served;
        private double lastChange;
        private long version;

        private void arrive(double now) {
            advance(now);
            jobs.add(new Job(served + exponential(), now));
            schedule();
        }

        /** Returns how long the job was here. */
        private double depart(double now) {
            advance(now);
            Job job = jobs.remove();
            schedule();
            return now - job.arrived;
        }

        private void advance(double now) {
            served += (now - lastChange) * pace();
            lastChange = now;
        }

        private void schedule() {
            version++;
            Job first = jobs.peek();
            if (first == null) return;
            double left = Math.max(0, first.finish - served);
            departures.add(new Departure(lastChange + left / pace(), this, version));
        }

        /** The service that each job gets in a microsecond. */
        private double pace() {
            return speed * Math.min(1, cores / Math.max(1, jobs.size()));
        }
    }

    private double exponential() {
        return -demandMicros * Math.log(1 - random.nextDouble());
    }
}
