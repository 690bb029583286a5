// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import org.jspecify.annotations.Nullable;

/** The outcome of one task of another thread: done or failed. */
final class Completion {
    private final Scheduler scheduler;
    private final WaitList waiters;
    private volatile boolean done;
    private volatile @Nullable Throwable failure;

    Completion(Scheduler scheduler) {
        this.scheduler = scheduler;
        this.waiters = new WaitList(scheduler);
    }

    void complete() {
        done = true;
        waiters.wakeAll();
    }

    void fail(Throwable cause) {
        failure = cause;
        complete();
    }

    /** Waits for the outcome. An interrupt does not end the wait and is kept for the caller. */
    void await() throws JournalException {
        boolean interrupted = false;
        waiters.enlist();
        while (!done) {
            scheduler.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) Thread.currentThread().interrupt();
        Throwable cause = failure;
        if (cause instanceof JournalException known) throw known;
        if (cause != null)
            throw new JournalException("a segment could not be released: " + cause, cause);
    }
}
