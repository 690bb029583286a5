// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A lock-free stack of threads that wait for one event, and of callbacks to run after it.
 *
 * <p>A thread enlists, then checks whether the event has happened, then parks. The thread that
 * causes the event does so first and then wakes all waiters. No wake-up is lost.
 *
 * <p>A wake-up costs its caller microseconds. With many waiters, each woken thread wakes some
 * others ({@link Sleeper}), so that the thread that caused the event can continue. A woken thread
 * that gets no processor delays the waiters that it must wake.
 */
final class WaitList {
    private static class Waiter {
        private final Runnable wakeUp;
        private @Nullable Waiter next;

        private Waiter(Runnable wakeUp) {
            this.wakeUp = wakeUp;
        }
    }

    /** A thread that waits once, and may have to wake others when it continues. */
    final class Sleeper extends Waiter {
        /** The number of sleepers behind it on the list that it must wake. */
        private int rest;

        private final AtomicBoolean met = new AtomicBoolean();

        private Sleeper(Thread thread) {
            super(() -> scheduler.unpark(thread));
        }

        /** Ends the wait of the thread, woken or not. */
        void leave() {
            if (!isFirstToCome()) wakeRest();
        }

        /** Wakes it and has it wake the others; wakes them here if it is awake or fails to wake. */
        private void wakeWith(int others) {
            rest = others;
            if (!isFirstToCome() || !wake(this)) wakeRest();
        }

        /**
         * Returns true to the first of the leaving and the waking thread; the second wakes the
         * rest.
         */
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

    /** Adds the calling thread to the list, until the next {@link #wakeAll}. */
    void enlist() {
        Thread self = scheduler.current();
        enlist(() -> scheduler.unpark(self));
    }

    /** Adds the calling thread to the list. It must {@link Sleeper#leave} when it continues. */
    Sleeper enlistSleeper() {
        Sleeper self = new Sleeper(scheduler.current());
        enlist(self);
        return self;
    }

    /** Registers a callback that the next {@link #wakeAll} runs once, on its thread. */
    void enlist(Runnable wakeUp) {
        enlist(new Waiter(wakeUp));
    }

    private void enlist(Waiter waiter) {
        do {
            waiter.next = newest.get();
        } while (!newest.compareAndSet(waiter.next, waiter));
    }

    /** Returns the number of waiters on the list; some may have stopped waiting. */
    int size() {
        int size = 0;
        for (Waiter waiter = newest.get(); waiter != null; waiter = waiter.next) size++;
        return size;
    }

    /**
     * Wakes all waiters on the list, in the order in which they came, and empties it. Exceptions of
     * callbacks are ignored: neither the others nor the event depend on them. Of many sleepers,
     * only the first are woken here, before all others. Allocates no memory.
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

    /** Lets the sleepers among the waiters wake each other. Returns the others. */
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

    /** Wakes two of {@code count} sleepers. Each of them wakes one half of the others. */
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

    /** Returns whether the callback succeeded. */
    private static boolean wake(Waiter waiter) {
        try {
            waiter.wakeUp.run();
            return true;
        } catch (Throwable t) {
            // Ignored: the callback has already reported its own failure.
            return false;
        }
    }

    /** Reverses a list that no other thread uses. */
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
