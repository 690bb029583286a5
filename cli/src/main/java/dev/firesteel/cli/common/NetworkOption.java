// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.lab.network.Topology;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The network between nodes that an experiment starts. */
public final class NetworkOption {
    @Option(
            names = "--network",
            paramLabel = "NETWORK",
            description =
                    "Network between these nodes and the clients, such as star:1ms (one way),"
                            + " torus:500us, wan:75ms/3 or file:PATH; see docs/lab/network.md."
                            + " Needs root (default: the loopback interface).")
    @Nullable String network;

    /**
     * Returns the network; null for the loopback interface.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public @Nullable Topology topology() {
        return network == null ? null : Topology.parse(network);
    }
}
