// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Replies to clients that do not block a thread. Each completes once its write has enough
 * acknowledgements, has too many failures, or reaches its timeout.
 *
 * @param <W> collects the acknowledgements of a write; compared by identity
 * @param <R> the result of a write
 */
final class PendingReplies<W, R> {
    private record Pending<R>(
            Supplier<R> result,
            LongSupplier remainingNanos,
            CompletableFuture<R> reply,
            long sinceNanos) {
        private void complete() {
            try {
                reply.complete(result.get());
            } catch (Throwable t) {
                reply.completeExceptionally(t);
            }
        }
    }

    private final Map<W, Pending<R>> pending = new ConcurrentHashMap<>();
    private final AtomicInteger unsent = new AtomicInteger();
    private final LongAdder added = new LongAdder();

    /**
     * Adds a write. Call it before the write is sent to any replica.
     *
     * @param result returns the result; called once, after {@link #settled} or at the timeout
     * @param remainingNanos returns the time left until the timeout, 0 or less once it has passed
     * @return completes with the result
     */
    CompletableFuture<R> add(
            W write, Supplier<R> result, LongSupplier remainingNanos, long nowNanos) {
        CompletableFuture<R> reply = new CompletableFuture<>();
        unsent.incrementAndGet();
        pending.put(write, new Pending<>(result, remainingNanos, reply, nowNanos));
        added.increment();
        return reply;
    }

    /** Completes the reply to a write. Does nothing if it was not added, or has completed. */
    void settled(W write) {
        Pending<R> found = pending.remove(write);
        if (found == null) return;
        try {
            found.complete();
        } finally {
            unsent.decrementAndGet();
        }
    }

    /** Removes a write; its reply never completes. */
    void forget(W write) {
        if (pending.remove(write) != null) unsent.decrementAndGet();
    }

    /** Completes the replies to all writes whose timeout has passed. */
    void expire() {
        pending.forEach(
                (write, found) -> {
                    if (found.remainingNanos.getAsLong() <= 0) settled(write);
                });
    }

    /**
     * The number of replies that have not been sent. A reply is counted until all actions that
     * depend on it have run.
     */
    int size() {
        return unsent.get();
    }

    /** The age of the oldest pending reply, in nanoseconds; 0 if there is none. */
    long oldestNanos(long nowNanos) {
        long oldest = 0;
        for (Pending<R> each : pending.values())
            oldest = Math.max(oldest, nowNanos - each.sinceNanos);
        return oldest;
    }

    /** The number of replies added since the start. */
    long added() {
        return added.sum();
    }
}
