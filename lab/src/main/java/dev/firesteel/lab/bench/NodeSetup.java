// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.node.CassandraNode;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings of nodes that every bench needs. */
interface NodeSetup {
    /** The parent directory of one node at a time, which is deleted afterwards. */
    Path directory();

    /** All directories in which nodes have files, each once. */
    default List<Path> directories() {
        return List.of(directory());
    }

    /** The agent's jar. */
    Path agent();

    /** The modes compared. */
    List<Mode> modes();

    /** The number of rounds. */
    int rounds();

    /** The file or block device for the journal, or null for a new file beside the data. */
    @Nullable Path device();

    /** The setup of nodes. */
    ServerSettings server();

    /**
     * Checks the settings before they are used.
     *
     * @throws IllegalArgumentException if one is invalid
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
