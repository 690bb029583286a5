// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.nio.file.Path;
import java.util.Optional;
import javax.management.remote.JMXConnector;

/**
 * A Cassandra process of this user on this machine, whoever has started it.
 *
 * @param pid the identifier of the process
 */
public record RunningNode(long pid) {

    /**
     * The node that is this process.
     *
     * @throws NodeException if there is none
     */
    public static RunningNode of(long pid) throws NodeException {
        if (ProcessHandle.of(pid).isEmpty()) throw new NodeException("There is no process " + pid);
        return new RunningNode(pid);
    }

    /**
     * The node that runs in a directory.
     *
     * @param directory of a node that this program has started, such as {@code data/node1}
     * @throws NodeException if none does
     */
    public static RunningNode in(Path directory) throws NodeException {
        return new PidFile(new NodeDirectory(directory).pidFile())
                .user()
                .map(process -> new RunningNode(process.pid()))
                .orElseThrow(() -> new NodeException("No node runs in the directory " + directory));
    }

    /**
     * Kills the node that runs in a directory, if one does: what a program that was killed has
     * left.
     *
     * @param directory of nodes that nobody else starts
     */
    public static void killIn(Path directory) throws NodeException {
        Optional<ProcessHandle> left = new PidFile(new NodeDirectory(directory).pidFile()).user();
        left.ifPresent(
                process -> {
                    process.destroyForcibly();
                    process.onExit().join();
                });
    }

    /** A connection to the node's MBeans. The caller closes it. */
    public JMXConnector management() throws NodeException {
        return Management.connect(pid);
    }
}
