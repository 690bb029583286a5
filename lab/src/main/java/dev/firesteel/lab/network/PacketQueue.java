// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Packets in transit. Decides when each arrives, or that it is lost. Packets of a route keep their
 * order. For one thread.
 */
final class PacketQueue {
    /** The time for which a pipe holds packets; those that would wait for longer are dropped. */
    private static final double MOST_SECONDS_WAITING = 0.05;

    /** A pipe holds this much at least. */
    private static final double LEAST_BYTES_WAITING = 64 << 10;

    private static final double NANOS = 1e9;

    /** The fate of a packet. */
    enum Fate {
        /** It is in transit. */
        SENT,
        /** It was lost by chance. */
        LOST,
        /** The queue of a pipe was full. */
        DROPPED
    }

    /**
     * A packet in transit.
     *
     * @param number of all packets, in the order in which they were sent
     * @param due the time at which it arrives
     * @param to the station
     * @param slot where its bytes are
     * @param bytes its size
     */
    record Packet(long number, long due, int to, int slot, int bytes) {}

    private final NetworkPlan plan;
    private final SplittableRandom random;
    private final PriorityQueue<Packet> packets =
            new PriorityQueue<>(
                    Comparator.comparingLong(Packet::due).thenComparingLong(Packet::number));
    private final double[] freeAt;
    private final double[] longestWait;
    private final long[][] lastDue;
    private long sent;

    /**
     * Creates an empty queue.
     *
     * @param now the present time in nanoseconds, of any origin; it does not go back
     * @param seed of random numbers
     */
    PacketQueue(NetworkPlan plan, long now, long seed) {
        this.plan = plan;
        this.random = new SplittableRandom(seed);
        this.freeAt = new double[plan.pipes().size()];
        this.longestWait = new double[freeAt.length];
        for (int i = 0; i < freeAt.length; i++) {
            freeAt[i] = now;
            double bytes = plan.pipes().get(i) * MOST_SECONDS_WAITING;
            longestWait[i] = Math.max(bytes, LEAST_BYTES_WAITING) / plan.pipes().get(i) * NANOS;
        }
        this.lastDue = new long[plan.stations()][plan.stations()];
        for (long[] row : lastDue) java.util.Arrays.fill(row, now);
    }

    /**
     * Sends a packet.
     *
     * @param slot where its bytes are
     * @param now the time at which it was sent
     */
    Fate send(int from, int to, int slot, int bytes, long now) {
        Route route = plan.route(from, to);
        double at = now;
        for (int pipe : route.pipes()) {
            if (freeAt[pipe] - at > longestWait[pipe]) return Fate.DROPPED;
            at = Math.max(at, freeAt[pipe]) + bytes / plan.pipes().get(pipe) * NANOS;
            freeAt[pipe] = at;
        }
        if (route.loss() > 0 && random.nextDouble() < route.loss()) return Fate.LOST;
        long due = (long) at + route.delayNanos() + jitter(route);
        due = Math.max(due, lastDue[from][to]);
        lastDue[from][to] = due;
        packets.add(new Packet(sent++, due, to, slot, bytes));
        return Fate.SENT;
    }

    private long jitter(Route route) {
        return route.jitterNanos() == 0
                ? 0
                : (long) (-route.jitterNanos() * Math.log(1 - random.nextDouble()));
    }

    /** Removes and returns the next packet that has arrived, or null if none has. */
    @Nullable Packet poll(long now) {
        Packet first = packets.peek();
        return first == null || first.due - now > 0 ? null : packets.remove();
    }

    /** Returns the time until the next packet arrives, at least 0. */
    long nanosToNext(long now) {
        Packet first = packets.peek();
        return first == null ? Long.MAX_VALUE : Math.max(0, first.due - now);
    }
}
