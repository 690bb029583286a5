// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.bench.Bench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a bench and prints its results, also after Ctrl-C. */
public final class BenchRun {
    /** Maximum time to kill and delete a node and to print the table. */
    private static final int PATIENCE_SECONDS = 60;

    private final @Nullable Path results;
    private final Console console;
    private final CountDownLatch isTold = new CountDownLatch(1);

    /**
     * Creates a run.
     *
     * @param results the file that receives each measurement immediately; null for none
     */
    public BenchRun(@Nullable Path results, Console console) {
        this.results = results;
        this.console = console;
    }

    /**
     * Runs the measurements.
     *
     * @param progress closed before the results are printed
     * @param tell prints the results, also those of an incomplete run: they stay valid
     */
    public void run(Bench bench, StepProgress progress, Runnable tell)
            throws IOException, InterruptedException {
        Thread running = Thread.currentThread();
        try (ShutdownHook hook =
                new ShutdownHook("end-bench", () -> end(bench, running, progress))) {
            try (progress) {
                bench.run();
            } finally {
                try {
                    tell.run();
                } finally {
                    isTold.countDown();
                }
            }
        }
    }

    private void end(Bench bench, Thread running, StepProgress progress) {
        progress.interrupted();
        bench.stop(running);
        try {
            if (!isTold.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                console.note("firesteel: the table was not ready in time" + elsewhere());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String elsewhere() {
        return results == null ? "" : "; see " + results;
    }
}
