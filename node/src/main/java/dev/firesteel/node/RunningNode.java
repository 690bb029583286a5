// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;

/**
 * A Cassandra process of this user on this machine, started by any program.
 *
 * @param pid the identifier of the process
 */
public record RunningNode(long pid) {
    /** The depth of the search for node directories; it does not reach into nodes' data. */
    private static final int DEPTH = 4;

    /**
     * Returns the node of a process.
     *
     * @throws NodeException if there is none
     */
    public static RunningNode of(long pid) throws NodeException {
        if (ProcessHandle.of(pid).isEmpty()) throw new NodeException("There is no process " + pid);
        return new RunningNode(pid);
    }

    /**
     * Returns the node that runs in a directory.
     *
     * @param directory the directory of a node that Firesteel has started, such as {@code
     *     data/node1}
     * @throws NodeException if none does
     */
    public static RunningNode in(Path directory) throws NodeException {
        return PidFile.in(directory)
                .user()
                .map(process -> new RunningNode(process.pid()))
                .orElseThrow(() -> new NodeException("No node runs in the directory " + directory));
    }

    /**
     * Kills the node that runs in a directory, if one does, such as one left by a killed program.
     *
     * @param directory a directory whose nodes only the caller starts
     */
    public static void killIn(Path directory) throws NodeException {
        Optional<ProcessHandle> left = PidFile.in(directory).user();
        left.ifPresent(
                process -> {
                    process.destroyForcibly();
                    process.onExit().join();
                });
    }

    /**
     * Kills all nodes that run in a directory or in directories below it, as {@link #killIn} does.
     *
     * @param directory a directory whose nodes only the caller starts; may be missing
     * @throws IOException if it cannot be read
     */
    public static void killBelow(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) return;
        List<Path> nodes;
        try (Stream<Path> files =
                Files.find(directory, DEPTH, (file, attributes) -> PidFile.is(file))) {
            nodes = files.map(file -> file.resolveSibling("")).toList();
        }
        for (Path node : nodes) killIn(node);
    }

    /** Returns a connection to the node's MBeans. The caller closes it. */
    public JMXConnector management() throws NodeException {
        return Management.connect(pid);
    }
}
