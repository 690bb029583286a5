// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Packets in transit. Decides when each arrives, or that it is lost. A packet goes through the
 * first pipe of its route, is in transit, and goes through the second pipe. Packets of a route keep
 * their order. For one thread.
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
     * A packet that has left the queue.
     *
     * @param due the time at which it arrived, or was dropped
     * @param to the station
     * @param slot where its bytes are
     * @param bytes its size
     * @param isDropped whether the queue of a pipe was full
     */
    record Packet(long due, int to, int slot, int bytes, boolean isDropped) {}

    /** The next event of a packet: it reaches the second pipe, or has arrived. */
    private record Event(
            long number, double at, boolean hasArrived, int from, int to, int slot, int bytes) {
        Event moved(double time, boolean arrived) {
            return new Event(number, time, arrived, from, to, slot, bytes);
        }
    }

    private final NetworkPlan plan;
    private final SplittableRandom random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    Comparator.comparingDouble(Event::at).thenComparingLong(Event::number));
    private final long origin;
    private final double[] freeAt;
    private final double[] longestWait;
    private final double[][] lastArrival;
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
        this.origin = now;
        this.freeAt = new double[plan.pipes().size()];
        this.longestWait = new double[freeAt.length];
        for (int i = 0; i < freeAt.length; i++) {
            double rate = plan.pipes().get(i);
            longestWait[i] =
                    Math.max(rate * MOST_SECONDS_WAITING, LEAST_BYTES_WAITING) / rate * NANOS;
        }
        this.lastArrival = new double[plan.stations()][plan.stations()];
        for (double[] row : lastArrival) Arrays.fill(row, 0);
    }

    /**
     * Sends a packet.
     *
     * @param slot where its bytes are
     * @param now the time at which it was sent
     */
    Fate send(int from, int to, int slot, int bytes, long now) {
        Route route = plan.route(from, to);
        Event event = new Event(sent++, (double) (now - origin), false, from, to, slot, bytes);
        Event next = afterPipe(event, 0);
        if (next == null) return Fate.DROPPED;
        if (route.loss() > 0 && random.nextDouble() < route.loss()) return Fate.LOST;
        double arrival = next.at + route.delayNanos() + jitter(route);
        arrival = Math.max(arrival, lastArrival[from][to]);
        lastArrival[from][to] = arrival;
        events.add(next.moved(arrival, false));
        return Fate.SENT;
    }

    /** Returns the packet behind a pipe of its route, if there is such; null if it was full. */
    private @Nullable Event afterPipe(Event event, int index) {
        Route route = plan.route(event.from, event.to);
        if (index >= route.pipes().size()) return event;
        int pipe = route.pipes().get(index);
        double begin = Math.max(event.at, freeAt[pipe]);
        if (begin - event.at > longestWait[pipe]) return null;
        freeAt[pipe] = begin + event.bytes / plan.pipes().get(pipe) * NANOS;
        return event.moved(freeAt[pipe], false);
    }

    private double jitter(Route route) {
        return route.jitterNanos() == 0
                ? 0
                : -route.jitterNanos() * Math.log(1 - random.nextDouble());
    }

    /** Removes and returns the next packet that has arrived or was dropped; null if none has. */
    @Nullable Packet poll(long now) {
        double time = now - origin;
        for (Event first = events.peek();
                first != null && first.at <= time;
                first = events.peek()) {
            Event event = events.remove();
            if (event.hasArrived) return packet(event, false);
            Event next = afterPipe(event, 1);
            if (next == null) return packet(event, true);
            events.add(next.moved(next.at, true));
        }
        return null;
    }

    private Packet packet(Event event, boolean isDropped) {
        return new Packet(origin + (long) event.at, event.to, event.slot, event.bytes, isDropped);
    }

    /** Returns the time until the next event, at least 0. */
    long nanosToNext(long now) {
        Event first = events.peek();
        if (first == null) return Long.MAX_VALUE;
        return Math.max(0, (long) Math.ceil(first.at - (now - origin)));
    }
}
