// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * How modes are compared.
 *
 * @param directory a node at a time is made and deleted below it; results are written there
 * @param agent the agent's jar
 * @param clients client threads, one measurement each
 * @param rounds how often to measure everything
 * @param seconds how long a measurement takes; as long is spent before it, to warm up
 * @param address the loopback address of the nodes
 * @param heap the heap of a node, in the JVM's units
 */
public record BenchSettings(
        Path directory,
        Path agent,
        List<Integer> clients,
        int rounds,
        int seconds,
        String address,
        String heap) {
    public BenchSettings {
        directory = directory.toAbsolutePath().normalize();
        clients = List.copyOf(clients);
        if (clients.isEmpty() || clients.stream().anyMatch(count -> count < 1))
            throw new IllegalArgumentException("clients must be numbers of 1 or more: " + clients);
        if (rounds < 1)
            throw new IllegalArgumentException("rounds must be at least 1, not " + rounds);
        if (seconds < 1)
            throw new IllegalArgumentException("seconds must be at least 1, not " + seconds);
    }
}
