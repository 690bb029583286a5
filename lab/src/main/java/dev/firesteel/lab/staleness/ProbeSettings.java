// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import dev.firesteel.lab.ProcessorGroup;
import dev.firesteel.lab.bench.StartedNodes;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Settings of a measurement of staleness.
 *
 * @param quorum the numbers of replicas, and of those that reads and writes wait for
 * @param contactPoints of an existing cluster; empty to start one
 * @param nodes the number of nodes to start
 * @param cores the share of the machine's processors of each of these; 0 for no limit
 * @param started the settings of each of these
 * @param delaysMillis delays between the end of a write and its read, each in turn
 * @param clients the number of concurrent clients
 * @param warmUpSeconds duration of their load before the measurement
 * @param seconds duration of the measurement
 * @param seed of random numbers
 */
public record ProbeSettings(
        Quorum quorum,
        List<InetSocketAddress> contactPoints,
        int nodes,
        double cores,
        StartedNodes started,
        List<Double> delaysMillis,
        int clients,
        int warmUpSeconds,
        int seconds,
        long seed) {
    private static final int MOST_CLIENTS = 1_000;
    private static final int MOST_DELAYS = 100;
    private static final double LONGEST_DELAY_MILLIS = 60_000;
    private static final double MOST_CORES = 64;

    public ProbeSettings {
        contactPoints = List.copyOf(contactPoints);
        delaysMillis = delaysMillis.stream().distinct().sorted().toList();
        if (quorum.n() < 2)
            throw new IllegalArgumentException(
                    "--n must be 2 or more: a single replica cannot be behind another");
        ProbeTable.level(quorum.r(), quorum.n());
        ProbeTable.level(quorum.w(), quorum.n());
        if (delaysMillis.isEmpty() || delaysMillis.size() > MOST_DELAYS)
            throw new IllegalArgumentException(
                    "--delays must be 1 to %d numbers, not %d"
                            .formatted(MOST_DELAYS, delaysMillis.size()));
        for (double each : delaysMillis)
            if (!(each >= 0 && each <= LONGEST_DELAY_MILLIS))
                throw new IllegalArgumentException(
                        "--delays must be 0 to %.0f ms each, not %s"
                                .formatted(LONGEST_DELAY_MILLIS, each));
        require("--clients", clients, MOST_CLIENTS);
        require("--warm-up", warmUpSeconds, Integer.MAX_VALUE);
        require("--seconds", seconds, Integer.MAX_VALUE);
        if (contactPoints.isEmpty()) requireLocal(quorum, nodes, cores, started);
    }

    private static void requireLocal(Quorum quorum, int nodes, double cores, StartedNodes started) {
        require("--nodes", nodes, StartedNodes.MOST);
        if (quorum.n() > nodes)
            throw new IllegalArgumentException(
                    "--n %d: %d nodes have no more than %d replicas of a row"
                            .formatted(quorum.n(), nodes, nodes));
        if (cores != 0 && !(cores >= ProcessorGroup.LEAST_CORES && cores <= MOST_CORES))
            throw new IllegalArgumentException(
                    "--cores must be 0, for no limit, or %s to %.0f, not %s"
                            .formatted(ProcessorGroup.LEAST_CORES, MOST_CORES, cores));
        started.require(nodes);
    }

    private static void require(String option, int value, int most) {
        if (value < 1 || value > most)
            throw new IllegalArgumentException(
                    most == Integer.MAX_VALUE
                            ? option + " must be at least 1, not " + value
                            : "%s must be 1 to %d, not %d".formatted(option, most, value));
    }

    /** Returns the terms that figures depend on. */
    public ProbeTerms terms() {
        return new ProbeTerms(
                quorum.n(),
                quorum.r(),
                quorum.w(),
                contactPoints.stream().map(InetSocketAddress::getHostString).toList(),
                contactPoints.isEmpty() ? nodes : 0,
                contactPoints.isEmpty() ? cores : 0,
                contactPoints.isEmpty() ? started.mode().title() : "",
                contactPoints.isEmpty() ? started.networkText() : null,
                clients,
                warmUpSeconds,
                seconds);
    }
}
