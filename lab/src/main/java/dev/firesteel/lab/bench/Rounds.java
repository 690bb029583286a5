// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.crash.CampaignLock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the rounds of a bench, and leaves no node running. */
final class Rounds {
    private final NodeSetup setup;
    private final BenchNodes nodes;
    private volatile boolean isStopped;

    Rounds(NodeSetup setup, BenchNodes nodes) {
        this.setup = setup;
        this.nodes = nodes;
    }

    /** Measures every mode once. */
    @FunctionalInterface
    interface Round {
        /**
         * Measures the modes.
         *
         * @param round its number, from 1
         * @param modes the modes in their order
         */
        void measure(int round, List<Mode> modes) throws IOException, InterruptedException;
    }

    /** See {@link Bench#run}. Kills first the node of an earlier bench that was killed. */
    void run(Round each) throws IOException, InterruptedException {
        List<CampaignLock> locks = new ArrayList<>();
        try {
            for (Path directory : setup.directories()) locks.add(CampaignLock.take(directory));
            nodes.endLeft();
            runAll(each);
        } finally {
            for (CampaignLock lock : locks) lock.close();
        }
    }

    private void runAll(Round each) throws IOException, InterruptedException {
        try {
            for (int round = 1; round <= setup.rounds(); round++)
                each.measure(round, Rotation.of(setup.modes(), round));
        } catch (IOException | InterruptedException | RuntimeException e) {
            // After a stop the node was killed, and any exception is expected.
            if (!isStopped) throw e;
        } finally {
            nodes.close();
        }
        nodes.clear();
    }

    /** See {@link Bench#stop}. */
    void stop(Thread running) {
        isStopped = true;
        nodes.close();
        running.interrupt();
    }
}
