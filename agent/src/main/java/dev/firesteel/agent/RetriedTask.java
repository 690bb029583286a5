// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work in a thread of its own: done soon after it is asked for, once for all who ask meanwhile, and
 * again after some time if it could not be done.
 */
final class RetriedTask {
    static final long RETRY_SECONDS = 10;

    private static final Logger logger = LoggerFactory.getLogger(RetriedTask.class);

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
     * @param name what messages call it
     * @param work returns whether it could be done
     * @param executor of one thread, and for nothing else
     */
    RetriedTask(String name, BooleanSupplier work, ScheduledExecutorService executor) {
        this.name = name;
        this.work = work;
        this.executor = executor;
    }

    /** Has the work done, soon. Returns at once. */
    void request() {
        if (!isAsked.compareAndSet(false, true)) return;
        Future<?> unused = schedule(this::run, 0);
    }

    /** Has the work done, and waits for that. */
    void perform() {
        try {
            executor.submit(this::run).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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

    /** What is thrown would end with the thread, unseen, and nobody would try again. */
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
            logger.debug("{} is at an end", name);
            return null;
        }
    }

    /**
     * Has the work done once more, and takes no more requests.
     *
     * @return whether it has come to an end, within the time
     */
    boolean close(long patienceSeconds) throws InterruptedException {
        isClosing = true;
        Future<?> pending = retry;
        if (pending != null) pending.cancel(false); // an end would wait for it
        request();
        executor.shutdown();
        return executor.awaitTermination(patienceSeconds, TimeUnit.SECONDS);
    }
}
