// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.memory.Budget;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeDirectory;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.operations.home.MemorySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Starts nodes, one after the other; only the last can be alive. */
final class CalibrationNodes {
    private static final String HEAP_TO_LOAD = "1G";

    private final CalibrationSettings settings;
    private final JournalMaker journals;
    private @Nullable CassandraNode running;
    private boolean isClosed;

    CalibrationNodes(CalibrationSettings settings, JournalMaker journals) {
        this.settings = settings;
        this.journals = journals;
    }

    /** Starts a node without a limit. */
    CassandraNode startToLoad(Path root) throws IOException {
        return launch(settings(root).heap(HEAP_TO_LOAD));
    }

    /** Starts a node with its memory divided so, in a control group. */
    CassandraNode start(Path root, Budget budget, Path group) throws IOException {
        MemorySettings memory = MemorySettings.of(budget);
        NodeSettings node =
                settings(root)
                        .heap(budget.heapBytes() / Budget.MIB + "M")
                        .jvmOption("-XX:MaxDirectMemorySize=" + budget.directBytes())
                        .controlGroup(group);
        memory.yaml().forEach(node::setting);
        return launch(node);
    }

    private NodeSettings settings(Path root) throws IOException {
        NodeSettings node =
                CassandraNode.at(root)
                        .address(settings.address())
                        .clusterName("firesteel-calibration")
                        .setting("auto_snapshot", false);
        Path journal = journal(root);
        Files.createDirectories(root);
        // The node was drained: nothing is in its log, and its journal may be a new one.
        FileTree.delete(new NodeDirectory(root).commitLog());
        Files.deleteIfExists(journal);
        if (settings.mode().isJournal()) journals.make(journal);
        settings.mode().configure(node);
        Target target = target(root);
        target.prepare();
        target.configure(node);
        return node;
    }

    /** How to see that a node's log is what it is to be. */
    Target target(Path root) {
        return settings.mode().target(settings.agent(), journal(root));
    }

    private static Path journal(Path root) {
        return root.resolve("journal");
    }

    private synchronized CassandraNode launch(NodeSettings node) throws IOException {
        if (isClosed) throw new CalibrationException("interrupted");
        running = node.start();
        return running;
    }

    /** Kills the node that may be running, and lets none start. May be called by any thread. */
    synchronized void close() {
        isClosed = true;
        if (running != null) running.kill();
    }
}
