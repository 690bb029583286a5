// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.PendingAppend;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import org.apache.cassandra.db.WriteContext;
import org.jspecify.annotations.Nullable;

/**
 * Applies writes once they are on flash, on threads of its own, while no other thread waits.
 *
 * <p>Before that no reader sees them, and nobody is told that they have succeeded.
 *
 * @param <M> what a mutation is
 */
public final class DeferredWrites<M> {
    /** So many that wait are worth another thread. */
    private static final int WRITES_PER_THREAD = 32;

    private final Executor executor;
    private final IntSupplier mostThreads;
    private final Consumer<M> apply;
    private final Runnable release;
    private final LongConsumer waited;

    private final Queue<DeferredWrite<M>> ready = new ConcurrentLinkedQueue<>();
    private final AtomicInteger readyWrites = new AtomicInteger();
    private final LongAdder added = new LongAdder();
    private final AtomicInteger threads = new AtomicInteger();

    @SuppressWarnings("ThreadLocalUsage") // One of these for each commit log: there is one.
    private final ThreadLocal<@Nullable DeferredWrite<M>> applying = new ThreadLocal<>();

    /**
     * Nothing yet.
     *
     * @param mostThreads how many threads may apply writes at once
     * @param apply writes a mutation with what {@link #context} gives this thread
     * @param release sees to it that no write that has been started by now waits for memory: a
     *     flush that would make room may be waiting for a write that is behind it here
     * @param waited given how many nanoseconds a write has waited until it was on flash
     */
    DeferredWrites(
            Executor executor,
            IntSupplier mostThreads,
            Consumer<M> apply,
            Runnable release,
            LongConsumer waited) {
        this.executor = executor;
        this.mostThreads = mostThreads;
        this.apply = apply;
        this.release = release;
        this.waited = waited;
    }

    /**
     * Applies a write once it is on flash, or ends it if that fails. After a number of appends have
     * been settled on another thread, {@link #applyReady} is to be called.
     */
    public void add(DeferredWrite<M> write, PendingAppend append) {
        added.increment();
        Thread adding = Thread.currentThread();
        long since = System.nanoTime(); // owns clock
        append.whenSettled(
                failure -> {
                    waited.accept(System.nanoTime() - since); // owns clock
                    if (failure == null) enqueue(write);
                    else fail(write, failure);
                    if (Thread.currentThread() == adding) applyReady();
                });
    }

    private void fail(DeferredWrite<M> write, JournalFailedException failure) {
        write.failed(FailedWrite.of(failure));
        write.end();
    }

    private void enqueue(DeferredWrite<M> write) {
        ready.add(write);
        readyWrites.incrementAndGet();
    }

    /** Has what is on flash applied. Returns at once. */
    public void applyReady() {
        int useful = (readyWrites.get() + WRITES_PER_THREAD - 1) / WRITES_PER_THREAD;
        int most = Math.min(useful, Math.max(1, mostThreads.getAsInt()));
        int running = threads.get();
        while (running < most) {
            if (threads.compareAndSet(running, running + 1)) executor.execute(this::run);
            running = threads.get();
        }
    }

    private void run() {
        try {
            while (readyWrites.get() > 0) applySome();
        } finally {
            threads.decrementAndGet();
        }
        // One that came in between found this thread at work.
        if (readyWrites.get() > 0) applyReady();
    }

    private void applySome() {
        List<DeferredWrite<M>> some = new ArrayList<>(WRITES_PER_THREAD);
        while (some.size() < WRITES_PER_THREAD) {
            DeferredWrite<M> write = ready.poll();
            if (write == null) break;
            readyWrites.decrementAndGet();
            some.add(write);
        }
        if (some.isEmpty()) return;
        release.run();
        for (DeferredWrite<M> write : some) apply(write);
        // Replies that are sent together take fewer calls of the kernel.
        for (DeferredWrite<M> write : some) write.end();
    }

    private void apply(DeferredWrite<M> write) {
        applying.set(write);
        try {
            apply.accept(write.mutation);
        } catch (Exception e) {
            write.failed(e);
        } catch (Error e) {
            write.failed(new IllegalStateException(e));
            // Of memory that is used up, Cassandra's handler ends the process.
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        } finally {
            applying.remove();
        }
    }

    /** How many there have been. */
    public long added() {
        return added.sum();
    }

    /** What this thread has to write a mutation with; null if it is not to be applied here. */
    public @Nullable WriteContext context(M mutation) {
        DeferredWrite<M> write = applying.get();
        return write == null || write.mutation != mutation ? null : write.context();
    }
}
