// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.network.Network;
import dev.firesteel.lab.network.Topology;
import dev.firesteel.node.CassandraCluster;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the nodes that an experiment starts, all alike.
 *
 * @param mode the durability of an acknowledged write
 * @param agent the agent's jar
 * @param data the directory that their files go below
 * @param address the loopback address of the first; each next node has the next address. Unused
 *     with a network
 * @param heapBytes the heap of each
 * @param network the network between them; null for the loopback interface
 */
public record StartedNodes(
        Mode mode,
        Path agent,
        Path data,
        String address,
        long heapBytes,
        @Nullable Topology network) {
    /** Limit of one machine's memory. */
    public static final int MOST = 32;

    private static final long SMALLEST_HEAP_BYTES = 256L << 20;

    public StartedNodes {
        if (!mode.writesDurably())
            throw new IllegalArgumentException("--mode none has no commit log: give another mode");
        if (heapBytes < SMALLEST_HEAP_BYTES)
            throw new IllegalArgumentException(
                    "--heap must be at least %d MiB, or no node starts, not %d MiB"
                            .formatted(SMALLEST_HEAP_BYTES >> 20, heapBytes >> 20));
    }

    /**
     * Checks that there can be this number of nodes.
     *
     * @throws IllegalArgumentException if an address is no loopback address, or the network names
     *     other nodes
     */
    public void require(int nodes) {
        if (network != null) network.require(nodes);
        List<String> unused = addresses(nodes);
    }

    /** Returns the addresses of this number of nodes. */
    List<String> addresses(int nodes) {
        return network == null
                ? CassandraCluster.addresses(address, nodes)
                : Network.addresses(nodes);
    }

    /** Returns the network as text; null if there is none. */
    public @Nullable String networkText() {
        return network == null ? null : network.toString();
    }
}
