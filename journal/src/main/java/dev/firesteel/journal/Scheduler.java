// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * How threads are made, wait for one another, and tell how long: the machine's way, or that of a
 * simulation in which only one of them runs at a time.
 *
 * <p>Nothing in the engine may wait but through this.
 */
interface Scheduler {
    /** Starts a thread that does not keep the process alive. */
    Thread start(String name, Runnable work);

    /** The calling thread, as {@link #unpark} wants it. */
    Thread current();

    /** Waits until another thread calls {@link #unpark}; may return without that. */
    void park(Object blocker);

    /** The same, but at most for so long. */
    void parkNanos(Object blocker, long nanos);

    /** Lets a thread go on that is parked, or will be; null is ignored. */
    void unpark(@Nullable Thread thread);

    /** Waits until a thread has ended. An interrupt does not end the wait and is kept. */
    void join(Thread thread);

    /** A lock that one thread has at a time, and that the same thread can take again. */
    Lock newLock();

    /** A clock in nanoseconds that never goes back, for bounded waits. */
    long nanoTime();

    /**
     * How many threads one thread wakes that has something better to do. Of more, those who are
     * awake wake the others, which is slower for few: they come back one by one, and miss each
     * other's record.
     */
    default int wakesAtOnce() {
        return 24;
    }
}
