// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The operations of a plane: those that wait, the one that runs, and one that is interrupted. */
final class Plane {
    private final Scheduling scheduling;
    private final List<Queue<Operation>> waiting = new ArrayList<>();
    private @Nullable Operation running;
    private @Nullable Operation interrupted;
    private long interruptedAt;
    private long remaining;

    /** True while the running operation uses the array, and not the channel. */
    boolean isInArray;

    Plane(Scheduling scheduling) {
        this.scheduling = scheduling;
        for (int rank = 0; rank < Scheduling.RANKS; rank++) waiting.add(new ArrayDeque<>());
    }

    void add(Operation operation, long now) {
        operation.queued = now;
        boolean isRead = operation.kind == Operation.Kind.READ;
        waiting.get(scheduling.rank(operation.isOfHost, isRead)).add(operation);
    }

    @Nullable Operation running() {
        return running;
    }

    /** Ends the running operation. */
    Operation end() {
        Operation ended = running;
        if (ended == null) throw new IllegalStateException("no operation runs");
        running = null;
        return ended;
    }

    /** Returns whether a read of the host may interrupt the running operation. */
    boolean isInterruptible() {
        return scheduling.suspends()
                && interrupted == null
                && isInArray
                && running != null
                && running.kind != Operation.Kind.READ
                && running.interrupted < scheduling.longestWait();
    }

    /** Interrupts the running operation, which needs this much more time. */
    void interrupt(long now, long nanos) {
        interrupted = end();
        interruptedAt = now;
        remaining = nanos;
    }

    /**
     * Takes the next operation.
     *
     * @return the time that an interrupted operation needs to its end; 0 for another operation, and
     *     if there is none
     */
    long takeNext(long now) {
        if (interrupted != null && !isReadFirst(interrupted, now)) {
            running = interrupted;
            running.interrupted += now - interruptedAt;
            interrupted = null;
            return remaining + scheduling.resume();
        }
        Queue<Operation> best = null;
        for (Queue<Operation> rank : waiting) {
            Operation head = rank.peek();
            if (head == null) continue;
            if (best == null || isOverdue(head, best, now)) best = rank;
            if (interrupted != null) break;
        }
        running = best == null ? null : best.remove();
        return 0;
    }

    private boolean isReadFirst(Operation waits, long now) {
        return !waiting.get(0).isEmpty()
                && waits.interrupted + now - interruptedAt < scheduling.longestWait();
    }

    private boolean isOverdue(Operation head, Queue<Operation> best, long now) {
        return now - head.queued > scheduling.longestWait() && head.queued < best.element().queued;
    }
}
