// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.NodeLimits;
import dev.firesteel.lab.bench.SuccessiveNodes;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.memory.Budget;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.operations.home.MemorySettings;
import java.io.IOException;
import java.nio.file.Path;

/** Starts nodes with different memory splits, one after the other. */
final class SplitNodes {
    private static final String HEAP_TO_LOAD = "1G";

    private final SuccessiveNodes nodes;

    SplitNodes(TrialSettings settings, JournalMaker journals) {
        nodes =
                new SuccessiveNodes(
                        "firesteel-calibration",
                        settings.address(),
                        settings.mode(),
                        settings.agent(),
                        journals);
    }

    /** Starts a node without limits. */
    CassandraNode startToLoad(Path root) throws IOException {
        return nodes.start(root, node -> node.heap(HEAP_TO_LOAD));
    }

    /** Starts a node with the given memory split, within limits. */
    CassandraNode start(Path root, Budget budget, NodeLimits limits) throws IOException {
        return nodes.start(root, node -> divide(node, budget, limits));
    }

    private static void divide(NodeSettings node, Budget budget, NodeLimits limits) {
        node.heap(budget.heapBytes() / Budget.MIB + "M")
                .jvmOption("-XX:MaxDirectMemorySize=" + budget.directBytes());
        limits.addTo(node);
        MemorySettings.of(budget).yaml().forEach(node::setting);
    }

    /** Returns the target that checks the commit log of a node. */
    Target target(Path root) {
        return nodes.target(root);
    }

    /** Kills the running node, if any, and prevents further starts. May be called by any thread. */
    void close() {
        nodes.close();
    }
}
