// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.bench.Bench;
import dev.firesteel.lab.crash.CampaignLock;
import java.io.IOException;
import java.nio.file.Path;

/** Tries divisions of memory until it is done or stopped, and leaves nothing but results. */
abstract class TrialBench implements Bench {
    final Trials trials;
    private final Path directory;
    private volatile boolean isStopped;

    TrialBench(Trials trials, TrialSettings settings) {
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
                // Whatever a thread says whose node has been taken away.
                if (!isStopped) throw e;
            }
        }
    }

    /** Opens the file of what was measured before, if there is one. */
    abstract void openResults() throws IOException;

    abstract void measureAll() throws IOException, InterruptedException;

    @Override
    public final void stop(Thread running) {
        isStopped = true;
        trials.stop();
        running.interrupt();
    }
}
