// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.StartedNodes;
import dev.firesteel.lab.network.Topology;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the nodes that an experiment starts. */
public final class StartedNodeOptions {
    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "firesteel",
            description =
                    "Commit log mode of nodes that are started here (default: ${DEFAULT-VALUE}):"
                            + " also periodic, batch, batch-direct, group.")
    String mode = "";

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "512MiB",
            converter = Size.Converter.class,
            description = "The heap of each of them (default: ${DEFAULT-VALUE}).")
    Size heap = new Size(0);

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description =
                    "Loopback address of the first of them; the next of a cluster has the next address"
                            + " (default: 127.0.0.1).")
    @Nullable String address;

    /**
     * Returns the mode of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Mode mode() {
        return Mode.of(mode);
    }

    /** Returns the heap of a node; 0 for the default. */
    public Size heap() {
        return heap;
    }

    /** Returns the loopback address of the first node. */
    public String address() {
        return address == null ? "127.0.0.1" : address;
    }

    /**
     * Returns the settings of each node.
     *
     * @param data the directory of their files
     * @param network the network between them; null for the loopback interface
     * @throws IllegalArgumentException if they are invalid
     */
    public StartedNodes nodes(Path data, @Nullable Topology network) {
        if (address != null && network != null)
            throw new IllegalArgumentException(
                    "--network gives nodes addresses of its own: leave out --address");
        return new StartedNodes(
                mode(), new Build().agent(), data, address(), heap.bytes(), network);
    }
}
