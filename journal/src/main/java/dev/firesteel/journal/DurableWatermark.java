// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * The highest sequence such that it and every one below it is durable.
 *
 * <p>Records complete in any order, and a slow one can be overtaken. To bound this, a sequence may
 * be assigned only while it is within {@link #WINDOW} of the watermark.
 */
final class DurableWatermark {
    /** The maximum distance of a sequence above the watermark. */
    static final int WINDOW = Long.SIZE;

    private final Lock lock;
    private final Condition moved;
    private volatile long contiguous;
    private long completedAbove; // bit i: sequence contiguous + 1 + i is durable
    private boolean abandoned;

    DurableWatermark(Scheduler scheduler) {
        this.lock = scheduler.newLock();
        this.moved = lock.newCondition();
    }

    /** Returns the watermark; 0 while the first sequence, 1, is outstanding. */
    long get() {
        return contiguous;
    }

    /** Marks a sequence durable. */
    void complete(long sequence) {
        lock.lock();
        try {
            completeLocked(sequence);
        } finally {
            lock.unlock();
        }
    }

    private void completeLocked(long sequence) {
        long before = contiguous;
        long distance = sequence - before - 1;
        if (distance < 0 || distance >= WINDOW)
            throw new IllegalStateException(
                    "sequence " + sequence + " is not outstanding above " + before);
        completedAbove |= 1L << distance;
        int run = Long.numberOfTrailingZeros(~completedAbove);
        completedAbove = run == Long.SIZE ? 0 : completedAbove >>> run;
        contiguous = before + run;
        if (run > 0) moved.signalAll();
    }

    /** Waits until a sequence is within the window, or the watermark is abandoned. */
    void awaitRoom(long sequence) {
        await(sequence - WINDOW);
    }

    /** Waits until a sequence and every one below it is durable, or the watermark is abandoned. */
    void await(long sequence) {
        if (sequence <= contiguous) return;
        lock.lock();
        try {
            while (sequence > contiguous && !abandoned) moved.awaitUninterruptibly();
        } finally {
            lock.unlock();
        }
    }

    /** Releases all waiting threads, because an outstanding sequence failed. */
    void abandon() {
        lock.lock();
        try {
            abandoned = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
