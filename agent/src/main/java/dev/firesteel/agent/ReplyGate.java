// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.PendingAppend;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets the reply to a request wait for flash, and not the thread that works on the request.
 *
 * <p>A thread that serves a client begins a request, within it a statement, and ends both. What it
 * writes within the statement need not be durable when the write returns, for whoever sends the
 * reply asks {@link #holdBack} first. Any other thread, and any other write, waits as ever.
 */
public final class ReplyGate {
    private static final class Request {
        private boolean begun;
        private boolean inStatement;
        private @Nullable PendingAppend pending;
    }

    private final ThreadLocal<Request> requests = ThreadLocal.withInitial(Request::new);
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
        request.inStatement = false;
        request.pending = null;
    }

    /** What this thread now writes, nobody can act upon before the reply. */
    public void beginStatement() {
        Request request = requests.get();
        request.inStatement = request.begun;
    }

    /** Ends what {@link #beginStatement} began. */
    public void endStatement() {
        requests.get().inStatement = false;
    }

    /** Whether what this thread writes need not be durable before the reply is sent. */
    public boolean isOpen() {
        return requests.get().inStatement;
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
        request.pending = append;
        if (earlier != null && !earlier.isTogetherWith(append)) earlier.await();
    }

    /**
     * Holds a reply back, if what it acknowledges is not durable yet.
     *
     * @param reply given null once it may be sent, or why it must not be
     * @return whether it is held back: then it is not to be sent otherwise
     */
    public boolean holdBack(Consumer<@Nullable JournalFailedException> reply) {
        Request request = requests.get();
        PendingAppend pending = request.pending;
        if (pending == null) return false;
        request.pending = null;
        pending.whenSettled(reply);
        return true;
    }
}
