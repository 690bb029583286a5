// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.util.ArrayList;
import java.util.List;

/**
 * A network of stations: nodes first, then the client.
 *
 * @param pipes the bandwidth of each pipe, in bytes a second. All routes that name a pipe share it
 * @param routes the route from each station to each other, by numbers from 0
 */
record NetworkPlan(List<Double> pipes, List<List<Route>> routes) {
    /** The median of the sum of two exponential distributions with mean 1. */
    private static final double ERLANG_MEDIAN = 1.678347;

    private static final double NANOS = 1e9;

    /** Returns the number of stations. */
    int stations() {
        return routes.size();
    }

    Route route(int from, int to) {
        return routes.get(from).get(to);
    }

    /** Returns the bandwidth of a route: that of its narrowest pipe, or 0 for no limit. */
    double bytesPerSecond(int from, int to) {
        return route(from, to).pipes().stream().mapToDouble(pipes::get).min().orElse(0);
    }

    /**
     * Returns the median time of the way there and back of packets that do not meet others. The sum
     * of two exponential distributions of the same mean is Erlang's; with different means, this is
     * an estimate.
     *
     * @param bytes the size of the packet
     */
    long roundTripNanos(int from, int to, int bytes) {
        Route there = route(from, to);
        Route back = route(to, from);
        double jitter = (there.jitterNanos() + back.jitterNanos()) / 2.0;
        return there.delayNanos()
                + back.delayNanos()
                + Math.round(ERLANG_MEDIAN * jitter)
                + portNanos(there, bytes)
                + portNanos(back, bytes);
    }

    /** Returns the time that a packet takes to go through the pipes of a route. */
    private long portNanos(Route route, int bytes) {
        return Math.round(
                route.pipes().stream().mapToDouble(pipe -> bytes / pipes.get(pipe)).sum() * NANOS);
    }

    /** Collects pipes and routes. */
    static final class Builder {
        private final List<Double> pipes = new ArrayList<>();
        private final List<List<Route>> routes = new ArrayList<>();

        /** Begins with free routes between all stations. */
        Builder(int stations) {
            for (int from = 0; from < stations; from++) {
                List<Route> row = new ArrayList<>();
                for (int to = 0; to < stations; to++) row.add(Route.FREE);
                routes.add(row);
            }
        }

        /** Adds a pipe. Returns its number in a list, or no number if the rate has no limit. */
        List<Integer> pipe(double bytesPerSecond) {
            if (bytesPerSecond == 0) return List.of();
            pipes.add(bytesPerSecond);
            return List.of(pipes.size() - 1);
        }

        void set(int from, int to, Route route) {
            routes.get(from).set(to, route);
        }

        NetworkPlan build() {
            return new NetworkPlan(List.copyOf(pipes), routes.stream().map(List::copyOf).toList());
        }
    }
}
