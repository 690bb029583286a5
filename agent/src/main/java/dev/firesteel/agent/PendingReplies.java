// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Replies to clients that no thread waits for: each is sent once its write has enough
 * acknowledgements, has too many failures, or is out of time.
 *
 * @param <W> what collects the acknowledgements of a write; compared by identity
 * @param <R> what there is to reply
 */
final class PendingReplies<W, R> {
    private record Pending<R>(
            Supplier<R> result, CompletableFuture<R> reply, long sinceNanos, long deadlineNanos) {
        private void complete() {
            try {
                reply.complete(result.get());
            } catch (Throwable t) {
                reply.completeExceptionally(t);
            }
        }
    }

    private final Map<W, Pending<R>> pending = new ConcurrentHashMap<>();
    private final LongAdder added = new LongAdder();

    /**
     * Adds a write that nobody has been asked to acknowledge yet.
     *
     * @param result says how it went: asked once, after {@link #settled} or at its deadline
     * @return what to reply, once that is known
     */
    CompletableFuture<R> add(W write, Supplier<R> result, long nowNanos, long deadlineNanos) {
        CompletableFuture<R> reply = new CompletableFuture<>();
        pending.put(write, new Pending<>(result, reply, nowNanos, deadlineNanos));
        added.increment();
        return reply;
    }

    /** A write is settled. Does nothing if it was not added, or has been settled before. */
    void settled(W write) {
        Pending<R> found = pending.remove(write);
        if (found != null) found.complete();
    }

    /** Forgets a write whose client is answered in another way. */
    void forget(W write) {
        pending.remove(write);
    }

    /** Settles all that are out of time. */
    void expire(long nowNanos) {
        pending.forEach(
                (write, found) -> {
                    if (found.deadlineNanos - nowNanos <= 0) settled(write);
                });
    }

    /** How many there are now. */
    int size() {
        return pending.size();
    }

    /** For how long the oldest has been waiting; 0 if there is none. */
    long oldestNanos(long nowNanos) {
        long oldest = 0;
        for (Pending<R> each : pending.values())
            oldest = Math.max(oldest, nowNanos - each.sinceNanos);
        return oldest;
    }

    /** How many there have been. */
    long added() {
        return added.sum();
    }
}
