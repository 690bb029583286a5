// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.crash.CampaignLock;
import java.io.IOException;
import java.util.List;

/** Goes through the rounds of a bench, and leaves no node behind. */
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
         * Measures them.
         *
         * @param round which one, from 1
         * @param modes in which order
         */
        void measure(int round, List<Mode> modes) throws IOException, InterruptedException;
    }

    /** See {@link Bench#run}. A node that a bench has left, which was killed, is ended first. */
    void run(Round each) throws IOException, InterruptedException {
        try (CampaignLock lock = CampaignLock.take(setup.directory())) {
            nodes.endLeft();
            runAll(each);
        }
    }

    private void runAll(Round each) throws IOException, InterruptedException {
        try {
            for (int round = 1; round <= setup.rounds(); round++)
                each.measure(round, Rotation.of(setup.modes(), round));
        } catch (IOException | InterruptedException | RuntimeException e) {
            // Whatever a thread says whose node has been taken away.
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
