// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.SuccessiveNodes;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The node of an experiment, with its own files. */
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

    /** Returns the number of commands that it runs for. */
    int steps() {
        return terms.steps();
    }

    /** Deletes the files of a killed run. */
    void clear() throws IOException {
        FileTree.delete(root);
    }

    /**
     * Runs the work while the node is up. Its data remains until {@link #clear}.
     *
     * @param work the work to run
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

    /** Kills the node and prevents another start. Callable from any thread. */
    void kill() {
        nodes.close();
    }

    /** The work to run while the node is up. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException, InterruptedException;
    }
}
