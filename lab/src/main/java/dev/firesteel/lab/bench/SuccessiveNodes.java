// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeDirectory;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts nodes one after the other on the files of drained predecessors. At most one runs at a
 * time.
 */
public final class SuccessiveNodes {
    private final String clusterName;
    private final String address;
    private final Mode mode;
    private final Path agent;
    private final JournalMaker journals;
    private @Nullable CassandraNode running;
    private boolean isClosed;

    /**
     * Creates the object; starts no node.
     *
     * @param clusterName the same for nodes that share files
     * @param address the loopback address that they listen on
     * @param mode the durability of an acknowledged write
     * @param agent the agent's jar
     * @param journals makes the journals of nodes that have one
     */
    public SuccessiveNodes(
            String clusterName, String address, Mode mode, Path agent, JournalMaker journals) {
        this.clusterName = clusterName;
        this.address = address;
        this.mode = mode;
        this.agent = agent;
        this.journals = journals;
    }

    /**
     * Starts a node with a new log. The previous log was drained, and is empty.
     *
     * @param adjustment of its settings
     */
    public CassandraNode start(Path root, Consumer<NodeSettings> adjustment) throws IOException {
        NodeSettings node =
                CassandraNode.at(root)
                        .address(address)
                        .clusterName(clusterName)
                        .setting("auto_snapshot", false);
        Path journal = journal(root);
        Files.createDirectories(root);
        FileTree.delete(new NodeDirectory(root).commitLog());
        Files.deleteIfExists(journal);
        if (mode.isJournal()) journals.make(journal);
        mode.configure(node);
        Target target = target(root);
        target.prepare();
        target.configure(node);
        adjustment.accept(node);
        return launch(node);
    }

    /** Returns the target that checks the commit log of a node. */
    public Target target(Path root) {
        return mode.target(agent, journal(root));
    }

    private static Path journal(Path root) {
        return root.resolve("journal");
    }

    private synchronized CassandraNode launch(NodeSettings node) throws IOException {
        if (isClosed) throw new BenchException("interrupted");
        running = node.start();
        return running;
    }

    /** Kills the running node, if any, and prevents further starts. May be called by any thread. */
    public synchronized void close() {
        isClosed = true;
        if (running != null) running.kill();
    }
}
