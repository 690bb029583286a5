// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.node.CassandraNode;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What every bench has to know of the nodes that it measures. */
interface NodeSetup {
    /** A node at a time is made and deleted below it. */
    Path directory();

    /** The agent's jar. */
    Path agent();

    /** What is compared. */
    List<Mode> modes();

    /** How often to measure everything. */
    int rounds();

    /** The file or block device for the journal, or null for a new file beside the data. */
    @Nullable Path device();

    /** How nodes are set up. */
    ServerSettings server();

    /**
     * Sees, before there is a setup, that it can be had.
     *
     * @throws IllegalArgumentException if not
     */
    static void require(
            Path directory,
            List<Mode> modes,
            int rounds,
            @Nullable Path device,
            ServerSettings server) {
        if (modes.isEmpty()) throw new IllegalArgumentException("--modes names none");
        if (rounds < 1)
            throw new IllegalArgumentException("--rounds must be at least 1, not " + rounds);
        CassandraNode.at(directory).loopbackAddress(server.address());
        if (device != null && modes.stream().noneMatch(Mode::isJournal))
            throw new IllegalArgumentException(
                    "--device is for the journal, but --modes has no firesteel");
    }
}
