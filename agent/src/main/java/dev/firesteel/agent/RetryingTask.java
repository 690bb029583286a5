// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work on a dedicated thread soon after a request. Requests before it starts are merged;
 * failed work is retried after {@link #RETRY_SECONDS}.
 */
final class RetryingTask {
    static final long RETRY_SECONDS = 10;

    private static final Logger logger = LoggerFactory.getLogger(RetryingTask.class);

    private final String name;
    private final BooleanSupplier work;
    private final ScheduledExecutorService executor;
    private final AtomicBoolean isAsked = new AtomicBoolean();
    private final AtomicBoolean isToBeRetried = new AtomicBoolean();
    private volatile @Nullable Future<?> retry;
    private volatile boolean isClosing;

    /**
     * Does nothing yet.
     *
     * @param name the name of the work in messages
     * @param work returns whether it succeeded
     * @param executor a dedicated executor with one thread
     */
    RetryingTask(String name, BooleanSupplier work, ScheduledExecutorService executor) {
        this.name = name;
        this.work = work;
        this.executor = executor;
    }

    /** Requests a run of the work soon. Does not block. */
    void request() {
        if (!isAsked.compareAndSet(false, true)) return;
        Future<?> unused = schedule(this::run, 0);
    }

    /**
     * Runs the work, and waits for its end.
     *
     * @param patienceSeconds the maximum wait; the work goes on after it
     * @param what returns what this waits for, for the log
     */
    void perform(long patienceSeconds, Supplier<String> what) {
        Future<?> run = executor.submit(this::run);
        try {
            new LoggedWait(logger::info)
                    .await(seconds -> hasEnded(run, seconds), patienceSeconds, what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean hasEnded(Future<?> run, long seconds) throws InterruptedException {
        try {
            run.get(seconds, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(name, e);
        }
    }

    private void run() {
        isAsked.set(false);
        if (isDone() || isClosing || !isToBeRetried.compareAndSet(false, true)) return;
        retry = schedule(this::retry, RETRY_SECONDS);
    }

    private void retry() {
        isToBeRetried.set(false);
        request();
    }

    /** Returns whether the work succeeded. An exception would be lost, and prevent the retry. */
    private boolean isDone() {
        try {
            return work.getAsBoolean();
        } catch (RuntimeException | Error e) {
            logger.error("{} has failed; trying again in {} s", name, RETRY_SECONDS, e);
            return false;
        }
    }

    private @Nullable Future<?> schedule(Runnable task, long seconds) {
        try {
            return executor.schedule(task, seconds, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            logger.debug("{} has been closed", name);
            return null;
        }
    }

    /**
     * Runs the work once more, and rejects further requests.
     *
     * @param what returns what this waits for, for the log
     * @return false if the time has passed before the work ended
     */
    boolean close(long patienceSeconds, Supplier<String> what) throws InterruptedException {
        isClosing = true;
        Future<?> pending = retry;
        if (pending != null) pending.cancel(false); // termination would wait for it
        request();
        executor.shutdown();
        return new LoggedWait(logger::info)
                .await(
                        seconds -> executor.awaitTermination(seconds, TimeUnit.SECONDS),
                        patienceSeconds,
                        what);
    }

    /** Interrupts the work after {@link #close}, and waits for its end, at most the time. */
    void interrupt(long patienceSeconds) throws InterruptedException {
        executor.shutdownNow();
        if (!executor.awaitTermination(patienceSeconds, TimeUnit.SECONDS))
            logger.warn("{} does not end", name);
    }
}
