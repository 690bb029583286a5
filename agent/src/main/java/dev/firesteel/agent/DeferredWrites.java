// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.PendingAppend;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import org.apache.cassandra.db.WriteContext;
import org.jspecify.annotations.Nullable;

/**
 * Applies writes to memtables once they are durable, on a separate executor. No thread blocks in
 * the meantime, no reader sees the write, and it is not acknowledged.
 *
 * @param <M> the type of mutations
 */
public final class DeferredWrites<M> {
    /** The batch size; one more thread is started for each full batch that is ready. */
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

    @SuppressWarnings("ThreadLocalUsage") // One instance per commit log, and so per process.
    private final ThreadLocal<@Nullable DeferredWrite<M>> applying = new ThreadLocal<>();

    /**
     * Creates the queue.
     *
     * @param mostThreads returns how many threads may apply writes at once
     * @param apply applies a mutation with the context that {@link #context} returns
     * @param release exempts all started writes from waiting for memtable memory: the flush that
     *     frees memory may be waiting for a write in this queue
     * @param waited called with the nanoseconds until a write was durable
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
     * Applies a write once its append is durable, or ends it if the append fails. If another thread
     * settles appends, it calls {@link #applyReady} afterwards.
     */
    public void add(DeferredWrite<M> write, PendingAppend append) {
        added.increment();
        Thread adding = Thread.currentThread();
        long since = System.nanoTime(); // owns clock
        append.whenSettled(
                failure -> {
                    write.durableAfter(System.nanoTime() - since); // owns clock
                    if (failure == null) enqueue(write);
                    else fail(write, failure);
                    if (Thread.currentThread() == adding) applyReady();
                });
    }

    private void fail(DeferredWrite<M> write, JournalFailedException failure) {
        write.failed(FailedWrite.of(failure));
        end(write);
    }

    private void enqueue(DeferredWrite<M> write) {
        ready.add(write);
        readyWrites.incrementAndGet();
    }

    /** Starts threads for the writes that are durable. Does not block, and does not throw. */
    public void applyReady() {
        int useful = (readyWrites.get() + WRITES_PER_THREAD - 1) / WRITES_PER_THREAD;
        int most = Math.min(useful, Math.max(1, mostThreads.getAsInt()));
        int running = threads.get();
        while (running < most) {
            if (threads.compareAndSet(running, running + 1) && !startThread()) return;
            running = threads.get();
        }
    }

    /** A rejected write stays durable, and is replayed at the next start. */
    private boolean startThread() {
        try {
            executor.execute(this::run);
            return true;
        } catch (RejectedExecutionException e) {
            threads.decrementAndGet();
            return false;
        }
    }

    private void run() {
        try {
            while (readyWrites.get() > 0) applySome();
        } finally {
            threads.decrementAndGet();
        }
        // Writes that became ready in between have found this thread running.
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
        // Replies that are sent together need fewer system calls.
        for (DeferredWrite<M> write : some) end(write);
    }

    private void apply(DeferredWrite<M> write) {
        applying.set(write);
        try {
            apply.accept(write.mutation);
        } catch (Exception e) {
            write.failed(e);
        } catch (Error e) {
            write.failed(new IllegalStateException(e));
            report(e);
        } finally {
            applying.remove();
        }
    }

    /** An exception here must not keep the other writes of the batch from being acknowledged. */
    private void end(DeferredWrite<M> write) {
        try {
            waited.accept(write.waitNanos());
            write.end();
        } catch (RuntimeException | Error e) {
            report(e);
        }
    }

    /** Cassandra's handler logs it, and stops the process if memory is exhausted. */
    private static void report(Throwable thrown) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
    }

    /** The number of writes added since the start. */
    public long added() {
        return added.sum();
    }

    /** Returns the context for a mutation that this thread is applying, otherwise null. */
    public @Nullable WriteContext context(M mutation) {
        DeferredWrite<M> write = applying.get();
        return write == null || write.mutation != mutation ? null : write.context();
    }
}
