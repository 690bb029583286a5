// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Creates threads, makes them wait, and measures time: on the machine, or in a simulation that runs
 * only one thread at a time.
 *
 * <p>The engine must wait only through this interface.
 */
interface Scheduler {
    /** Starts a daemon thread. */
    Thread start(String name, Runnable work);

    /** Returns the calling thread, for {@link #unpark}. */
    Thread current();

    /** Waits until another thread calls {@link #unpark}; may return earlier. */
    void park(Object blocker);

    /** Waits like {@link #park}, but at most for this time. */
    void parkNanos(Object blocker, long nanos);

    /**
     * Resumes a parked thread, or prevents its next {@link #park} from waiting; null is ignored.
     */
    void unpark(@Nullable Thread thread);

    /** Waits until a thread has ended. An interrupt does not end the wait and is kept. */
    void join(Thread thread);

    /** Returns a reentrant lock. */
    Lock newLock();

    /** Returns the time of a monotonic clock in nanoseconds, for bounded waits. */
    long nanoTime();

    /**
     * Returns the maximum number of threads that one busy thread wakes itself. If more wait, woken
     * threads wake the others. For few that is slower: they return one by one and miss each other's
     * record.
     */
    default int wakesAtOnce() {
        return 24;
    }
}
