// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.PendingAppend;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets the reply to a request wait for flash, and not the thread that works on the request.
 *
 * <p>A thread that serves a client begins a request, within it a write, and ends both. What it
 * appends within the write need not be durable when the append returns, for whoever sends the reply
 * asks {@link #holdBack} first. Any other thread, and any other append, waits as ever. So the
 * thread does its write itself ({@link #runHere}) rather than have another one do it, and wait for
 * that.
 */
public final class ReplyGate {
    private static final class Request {
        private boolean begun;
        private boolean inWrite;
        private @Nullable PendingAppend pending;
        private long pendingSince;
    }

    private final ThreadLocal<Request> requests = ThreadLocal.withInitial(Request::new);
    private final AtomicInteger running = new AtomicInteger();
    private final LongAdder heldBack = new LongAdder();
    private volatile boolean enabled;

    /** From now on replies may wait. Before, every thread does. */
    void enable() {
        enabled = true;
    }

    /** This thread begins to serve a request, and will ask before it sends the reply. */
    public void beginRequest() {
        requests.get().begun = enabled;
    }

    /** The reply to the request has been sent or held back, or there is none. */
    public void endRequest() {
        Request request = requests.get();
        request.begun = false;
        request.inWrite = false;
        request.pending = null;
    }

    /**
     * What this thread now writes, nobody can act upon before the reply.
     *
     * @param mutations how many there are; of several, threads work on each, and wait
     */
    public void beginWrite(int mutations) {
        Request request = requests.get();
        request.inWrite = request.begun && mutations == 1;
    }

    /** Ends what {@link #beginWrite} began. */
    public void endWrite() {
        requests.get().inWrite = false;
    }

    /** Whether what this thread writes need not be durable before the reply is sent. */
    public boolean isOpen() {
        return requests.get().inWrite;
    }

    /**
     * Runs a write on this thread if it need not wait for flash, unless too many do so: what else
     * it may wait for, such as memory for memtables, must not keep all requests waiting.
     *
     * @param most how many threads may be at it at once
     * @return whether it has been run
     */
    public boolean runHere(Runnable write, int most) {
        if (!isOpen()) return false;
        try {
            if (running.incrementAndGet() > most) return false;
            write.run();
            return true;
        } finally {
            running.decrementAndGet();
        }
    }

    /**
     * Sees to it that the reply waits for an append. Waits itself for an earlier one of the same
     * request, unless both become durable together.
     *
     * @throws JournalFailedException if the earlier one failed
     */
    public void await(PendingAppend append) throws JournalFailedException {
        Request request = requests.get();
        PendingAppend earlier = request.pending;
        if (earlier == null) request.pendingSince = System.nanoTime(); // owns clock
        request.pending = append;
        if (earlier != null && !earlier.isTogetherWith(append)) earlier.await();
    }

    /**
     * Holds a reply back, if what it acknowledges is not durable yet.
     *
     * @param reply given null once it may be sent, or why it must not be
     * @param waited given how many nanoseconds there were between the append and that
     * @return whether it is held back: then it is not to be sent otherwise
     */
    public boolean holdBack(Consumer<@Nullable JournalFailedException> reply, LongConsumer waited) {
        Request request = requests.get();
        PendingAppend pending = request.pending;
        if (pending == null) return false;
        request.pending = null;
        heldBack.increment();
        long since = request.pendingSince;
        pending.whenSettled(
                failure -> {
                    waited.accept(System.nanoTime() - since); // owns clock
                    reply.accept(failure);
                });
        return true;
    }

    /** How many replies have been held back. */
    public long heldBack() {
        return heldBack.sum();
    }
}
