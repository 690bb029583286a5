// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for one event, and what is to be done once it has happened: a lock-free stack.
 *
 * <p>A thread enlists, then checks whether the event has happened, then parks; whoever makes it
 * happen does so first and then wakes everybody. So no wake-up is lost.
 */
final class WaitList {
    private static final class Waiter {
        private final Runnable wakeUp;
        private @Nullable Waiter next;

        private Waiter(Runnable wakeUp) {
            this.wakeUp = wakeUp;
        }
    }

    private final Scheduler scheduler;
    private final AtomicReference<@Nullable Waiter> newest = new AtomicReference<>();

    WaitList(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Puts the calling thread on the list, until the next {@link #wakeAll}. */
    void enlist() {
        Thread self = scheduler.current();
        enlist(() -> scheduler.unpark(self));
    }

    /** Has the next {@link #wakeAll} do this, on its thread, once. */
    void enlist(Runnable wakeUp) {
        Waiter waiter = new Waiter(wakeUp);
        do {
            waiter.next = newest.get();
        } while (!newest.compareAndSet(waiter.next, waiter));
    }

    /** How many are on the list, who may have stopped waiting. */
    int size() {
        int size = 0;
        for (Waiter waiter = newest.get(); waiter != null; waiter = waiter.next) size++;
        return size;
    }

    /**
     * Wakes everybody on the list in the order in which they came, and empties it. What one of them
     * throws is lost: neither the others nor what has happened depend on it.
     */
    void wakeAll() {
        if (newest.get() == null) return;
        for (Waiter waiter = oldestFirst(newest.getAndSet(null));
                waiter != null;
                waiter = waiter.next) wake(waiter);
    }

    private static void wake(Waiter waiter) {
        try {
            waiter.wakeUp.run();
        } catch (Throwable t) {
            // Who can throw has said so to whom it concerns.
        }
    }

    /** Turns a list round that nobody else has any more. */
    private static @Nullable Waiter oldestFirst(@Nullable Waiter newestFirst) {
        Waiter turned = null;
        Waiter waiter = newestFirst;
        while (waiter != null) {
            Waiter before = waiter.next;
            waiter.next = turned;
            turned = waiter;
            waiter = before;
        }
        return turned;
    }
}
