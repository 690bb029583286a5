// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.bench.Bench;
import dev.firesteel.lab.crash.CampaignLock;
import java.io.IOException;
import java.nio.file.Path;

/** Measures memory splits until it is done or stopped, and keeps only the results. */
abstract class TrialBench implements Bench {
    final MemoryRuns trials;
    private final Path directory;
    private volatile boolean isStopped;

    TrialBench(MemoryRuns trials, TrialSettings settings) {
        this.trials = trials;
        directory = settings.directory();
    }

    @Override
    public final void run() throws IOException, InterruptedException {
        try (CampaignLock lock = CampaignLock.take(directory)) {
            trials.endLeft();
            openResults();
            try (trials) {
                measureAll();
            } catch (IOException | InterruptedException | RuntimeException e) {
                // After a stop the node was killed, and any exception is expected.
                if (!isStopped) throw e;
            }
        }
    }

    /** Opens the file of earlier measurements, if there is one. */
    abstract void openResults() throws IOException;

    abstract void measureAll() throws IOException, InterruptedException;

    @Override
    public final void stop(Thread running) {
        isStopped = true;
        trials.stop();
        running.interrupt();
    }
}
