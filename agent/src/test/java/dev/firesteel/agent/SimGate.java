// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The deferred writes and the held replies of a node, for simulations in another package.
 *
 * @param <M> the type of mutations
 * @param <R> the type of replies
 */
public final class SimGate<M, R> {
    private final DeferredWrites<M> writes;
    private final PendingReplies<M, R> replies = new PendingReplies<>();

    /** Creates both; see {@link DeferredWrites} for the arguments. */
    public SimGate(
            Executor executor, IntSupplier mostThreads, Consumer<M> apply, Runnable release) {
        writes = new DeferredWrites<>(executor, mostThreads, apply, release, nanos -> {});
    }

    /** Returns the deferred writes. */
    public DeferredWrites<M> writes() {
        return writes;
    }

    /** Holds the reply to a write. */
    public CompletableFuture<R> hold(
            M write, Supplier<R> result, LongSupplier remainingNanos, long nowNanos) {
        return replies.add(write, result, remainingNanos, nowNanos);
    }

    /** Completes the reply to a write. */
    public void settled(M write) {
        replies.settled(write);
    }

    /** Forgets a write. */
    public void forget(M write) {
        replies.forget(write);
    }

    /** Completes the replies whose timeout has passed. */
    public void expire() {
        replies.expire();
    }

    /** Returns the number of replies that have not been sent. */
    public int held() {
        return replies.size();
    }
}
