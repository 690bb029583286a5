// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import dev.firesteel.lab.ProcessorGroup;
import dev.firesteel.lab.bench.StartedNodes;
import java.util.List;

/**
 * A kind of node, of which clusters are measured.
 *
 * @param name its name; empty if there is only one kind
 * @param nodes the numbers of nodes, a cluster each, rising
 * @param cores each node's share of the machine's processors
 * @param clients the number of concurrent requests, for each node
 * @param rows the number of rows, for each node
 * @param started the settings of each node
 */
public record NodeKind(
        String name,
        List<Integer> nodes,
        double cores,
        int clients,
        int rows,
        StartedNodes started) {
    private static final int MOST_CLIENTS = 1_000;

    private static final double MOST_CORES = 64;

    public NodeKind {
        nodes = nodes.stream().distinct().sorted().toList();
        ScaleSettings.requireAll("--nodes", nodes, StartedNodes.MOST);
        if (nodes.isEmpty()) throw new IllegalArgumentException("--nodes names none");
        if (!(cores >= ProcessorGroup.LEAST_CORES && cores <= MOST_CORES))
            throw new IllegalArgumentException(
                    "--cores must be at least %s, and at most 64, not %s"
                            .formatted(ProcessorGroup.LEAST_CORES, cores));
        ScaleSettings.require("--clients", clients);
        if (clients > MOST_CLIENTS)
            throw new IllegalArgumentException(
                    ("--clients must be at most %d for each node, as each is a thread"
                                    + " of this program, not %d")
                            .formatted(MOST_CLIENTS, clients));
        ScaleSettings.require("--rows", rows);
        started.require(nodes.get(nodes.size() - 1));
    }
}
