// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for one event, and what is to be done once it has happened: a lock-free stack.
 *
 * <p>A thread enlists, then checks whether the event has happened, then parks; whoever makes it
 * happen does so first and then wakes everybody. So no wake-up is lost.
 *
 * <p>A wake-up takes its caller microseconds. Where many threads wait, each wakes some of the
 * others when it goes on ({@link Sleeper}), so that who made the event happen can go on, too. A
 * thread that gets no processor then keeps those waiting that it is to wake.
 */
final class WaitList {
    private static class Waiter {
        private final Runnable wakeUp;
        private @Nullable Waiter next;

        private Waiter(Runnable wakeUp) {
            this.wakeUp = wakeUp;
        }
    }

    /** A thread that waits once, and may have to wake others when it goes on. */
    final class Sleeper extends Waiter {
        /** So many behind it on the list are this one's to wake. */
        private int rest;

        private final AtomicBoolean met = new AtomicBoolean();

        private Sleeper(Thread thread) {
            super(() -> scheduler.unpark(thread));
        }

        /** The thread goes on, woken or not. */
        void leave() {
            if (!isFirstToCome()) wakeRest();
        }

        /** Has it see to so many others, unless it has gone on already, or cannot be woken. */
        private void wakeWith(int others) {
            rest = others;
            if (!isFirstToCome() || !wake(this)) wakeRest();
        }

        /** Of the one that leaves and the one that wakes it, the second sees to the rest. */
        private boolean isFirstToCome() {
            return met.compareAndSet(false, true);
        }

        private void wakeRest() {
            wakeInHalves(((Waiter) this).next, rest);
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

    /** Puts the calling thread on the list, which it must {@link Sleeper#leave} once it goes on. */
    Sleeper enlistSleeper() {
        Sleeper self = new Sleeper(scheduler.current());
        enlist(self);
        return self;
    }

    /** Has the next {@link #wakeAll} do this, on its thread, once. */
    void enlist(Runnable wakeUp) {
        enlist(new Waiter(wakeUp));
    }

    private void enlist(Waiter waiter) {
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
     * Sees to it that everybody on the list is woken, in the order in which they came, and empties
     * it. What one of them throws is lost: neither the others nor what has happened depend on it.
     * Of many sleepers the first ones alone are woken here, before all others. Takes no memory.
     */
    void wakeAll() {
        if (newest.get() == null) return;
        Waiter all = oldestFirst(newest.getAndSet(null));
        wakeEach(sleepers(all) > scheduler.wakesAtOnce() ? relay(all) : all);
    }

    private static int sleepers(@Nullable Waiter first) {
        int sleepers = 0;
        for (Waiter waiter = first; waiter != null; waiter = waiter.next)
            if (waiter instanceof Sleeper) sleepers++;
        return sleepers;
    }

    /** Lets the sleepers among some waiters wake each other. Returns the others. */
    private static @Nullable Waiter relay(@Nullable Waiter all) {
        Waiter sleepers = null;
        Waiter others = null;
        Waiter waiter = all;
        while (waiter != null) {
            Waiter after = waiter.next;
            if (waiter instanceof Sleeper) {
                waiter.next = sleepers;
                sleepers = waiter;
            } else {
                waiter.next = others;
                others = waiter;
            }
            waiter = after;
        }
        int count = sleepers(sleepers);
        wakeInHalves(oldestFirst(sleepers), count);
        return oldestFirst(others);
    }

    private static void wakeEach(@Nullable Waiter first) {
        for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
            var unused = wake(waiter);
        }
    }

    /** Wakes two of so many sleepers, who see to one half each of the others. */
    private static void wakeInHalves(@Nullable Waiter first, int count) {
        int half = count / 2;
        Waiter middle = first;
        for (int i = 0; i < half; i++) middle = requireNonNull(middle).next;
        wakeRun(first, half);
        wakeRun(middle, count - half);
    }

    private static void wakeRun(@Nullable Waiter first, int count) {
        if (count > 0) ((Sleeper) requireNonNull(first)).wakeWith(count - 1);
    }

    /** Returns whether it did what was to be done. */
    private static boolean wake(Waiter waiter) {
        try {
            waiter.wakeUp.run();
            return true;
        } catch (Throwable t) {
            // Who can throw has said so to whom it concerns.
            return false;
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
