// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for one event: a lock-free stack.
 *
 * <p>A thread enlists, then checks whether the event has happened, then parks; whoever makes it
 * happen does so first and then wakes everybody. So no wake-up is lost.
 */
final class WaitList {
    private record Waiter(Thread thread, @Nullable Waiter next) {}

    private final Scheduler scheduler;
    private final AtomicReference<@Nullable Waiter> newest = new AtomicReference<>();

    WaitList(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Puts the calling thread on the list, until the next {@link #wakeAll}. */
    void enlist() {
        Thread self = scheduler.current();
        Waiter before;
        do {
            before = newest.get();
        } while (!newest.compareAndSet(before, new Waiter(self, before)));
    }

    /** Wakes everybody on the list, and empties it. */
    void wakeAll() {
        if (newest.get() == null) return;
        for (Waiter waiter = newest.getAndSet(null); waiter != null; waiter = waiter.next())
            scheduler.unpark(waiter.thread());
    }
}
