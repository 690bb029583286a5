// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.bench.Bench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a bench, and has told what comes of it, also after Ctrl-C. */
final class BenchRun {
    /** A node is killed and deleted in that time, and the table printed. */
    private static final int PATIENCE_SECONDS = 60;

    private final @Nullable Path results;
    private final Console console;
    private final CountDownLatch isTold = new CountDownLatch(1);

    /**
     * A run.
     *
     * @param results where measurements go, as soon as they are made; null for nowhere
     */
    BenchRun(@Nullable Path results, Console console) {
        this.results = results;
        this.console = console;
    }

    /**
     * Measures.
     *
     * @param progress closed before anything is told
     * @param tell prints what was measured: also where it could not go on, for that is as good as
     *     ever
     */
    void run(Bench bench, StepProgress progress, Runnable tell)
            throws IOException, InterruptedException {
        Thread running = Thread.currentThread();
        try (ShutdownHook hook = new ShutdownHook("end-bench", () -> end(bench, running))) {
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

    private void end(Bench bench, Thread running) {
        console.note("Interrupted: here is what was measured so far.");
        bench.stop(running);
        try {
            if (!isTold.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                console.note("firesteel: gave up waiting for the table" + elsewhere());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String elsewhere() {
        return results == null ? "" : "; see " + results;
    }
}
