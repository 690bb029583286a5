// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.SuccessiveNodes;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The node of an experiment, with files of its own. */
final class ExperimentNode {
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);
    private static final Duration DRAIN_PATIENCE = Duration.ofMinutes(5);
    private static final Size JOURNAL = Size.parse("320MiB");
    private static final String CLUSTER = "firesteel-reproduce";

    private final Experiment.Node terms;
    private final Path root;
    private final SuccessiveNodes nodes;

    ExperimentNode(Experiment.Node terms, Path root, String address) {
        this.terms = terms;
        this.root = root;
        nodes =
                new SuccessiveNodes(
                        CLUSTER,
                        address,
                        Mode.of(terms.mode()),
                        new Build().agent(),
                        new BenchJournal(null, JOURNAL)::make);
    }

    /** How many commands it is there for. */
    int steps() {
        return terms.steps();
    }

    /** Deletes what a run that was killed has left. */
    void clear() throws IOException {
        FileTree.delete(root);
    }

    /**
     * Runs something while the node is there. What it has written stays until {@link #clear}.
     *
     * @param work what to run
     */
    void during(Work work) throws IOException, InterruptedException {
        try (CassandraNode node =
                nodes.start(
                        root,
                        settings -> {
                            settings.heap(Long.toString(Size.parse(terms.heap()).bytes()));
                            terms.settings().forEach(settings::setting);
                        })) {
            node.awaitReady(START_PATIENCE);
            work.run();
            node.drainAndStop(DRAIN_PATIENCE);
        }
    }

    /** Kills it, and lets it not start again. May be called by any thread. */
    void kill() {
        nodes.close();
    }

    /** What is run while it is there. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException, InterruptedException;
    }
}
