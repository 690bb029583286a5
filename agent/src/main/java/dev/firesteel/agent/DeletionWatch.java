// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every second whether the journal's file was deleted, and then whether its writes are safe.
 */
final class DeletionWatch {
    static final int CHECK_SECONDS = 1;
    static final int RETRY_SECONDS = 10;

    private static final Logger logger = LoggerFactory.getLogger(DeletionWatch.class);

    private final BooleanSupplier deleted;
    private final BooleanSupplier save;
    private final ScheduledExecutorService executor;

    /**
     * Does nothing yet.
     *
     * @param deleted returns whether the file was deleted
     * @param save saves the writes that are not yet, and returns whether it succeeded
     * @param executor a dedicated executor with one thread
     */
    DeletionWatch(
            BooleanSupplier deleted, BooleanSupplier save, ScheduledExecutorService executor) {
        this.deleted = deleted;
        this.save = save;
        this.executor = executor;
    }

    void start() {
        schedule(CHECK_SECONDS);
    }

    void stop() {
        executor.shutdown();
    }

    private void schedule(int seconds) {
        try {
            Future<?> unused = executor.schedule(this::check, seconds, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            logger.debug("The journal is being closed: its file is not watched any more");
        }
    }

    private void check() {
        schedule(!deleted.getAsBoolean() || isSaved() ? CHECK_SECONDS : RETRY_SECONDS);
    }

    private boolean isSaved() {
        try {
            return save.getAsBoolean();
        } catch (RuntimeException | Error e) {
            logger.error("Saving the writes of a deleted journal has failed", e);
            return false;
        }
    }
}
