// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Shared by writers and committers: the record that takes entries, the wishes of each side, the
 * segments of this run, and the journal's failure.
 */
final class CommitState {
    /** The record that takes entries, or one of its predecessors. */
    volatile OpenRecord open;

    /** True from the start of close. */
    volatile boolean closing;

    /** True right before the open record is sealed without a successor, and from then on. */
    volatile boolean closed;

    /** True while a committer takes a segment and has not opened a record in it yet. */
    volatile boolean takingSegment;

    /** True if the segment's end record is due now, even without a next segment. */
    volatile boolean endWanted;

    /** The committer that waits for work, or null. */
    final AtomicReference<@Nullable Thread> idleCommitter = new AtomicReference<>();

    /** The largest entry that found no room in the open record. */
    final AtomicInteger demand = new AtomicInteger();

    /** The committers leave segments up to this identifier once another is prepared. */
    final AtomicLong leaveUpTo = new AtomicLong();

    /** Writers that wait for the next record. */
    final WaitList spaceWaiters;

    /** Threads that wait for a segment to be closed. */
    final WaitList closeWaiters;

    final DurableWatermark watermark;

    /** The unreleased segments of this run, by identifier. */
    final Map<Long, LiveSegment> live = new ConcurrentSkipListMap<>();

    private final String device;
    private final JournalListener listener;
    private final Scheduler scheduler;
    private final AtomicReference<@Nullable JournalFailedException> failure =
            new AtomicReference<>();

    /**
     * Creates the state of a run that has written nothing.
     *
     * @param device the name of its device, for messages
     * @param first the record that takes the first entries
     */
    CommitState(String device, JournalListener listener, OpenRecord first, Scheduler scheduler) {
        this.device = device;
        this.listener = listener;
        this.scheduler = scheduler;
        this.spaceWaiters = new WaitList(scheduler);
        this.closeWaiters = new WaitList(scheduler);
        this.watermark = new DurableWatermark(scheduler);
        opened(first.segment);
        this.open = first;
    }

    /** Adds a segment of this run. Called before the first append to it. */
    void opened(LiveSegment segment) {
        live.put(segment.id(), segment);
        listener.segmentOpened(segment.id());
    }

    /** Counts a durable record of a segment, or the end of appends to it. */
    void finishOne(LiveSegment segment) {
        if (!segment.finishOne()) return;
        listener.segmentClosed(segment.id());
        closeWaiters.wakeAll();
    }

    void wakeCommitter() {
        Thread idle = idleCommitter.get();
        if (idle != null && idleCommitter.compareAndSet(idle, null)) scheduler.unpark(idle);
    }

    /** Fails the journal: from now on, only appends already durable are acknowledged. */
    void fail(Throwable cause) {
        JournalFailedException first =
                new JournalFailedException(
                        "the journal on "
                                + device
                                + " failed and takes no more writes: "
                                + cause.getMessage(),
                        cause);
        if (!failure.compareAndSet(null, first)) return;
        watermark.abandon();
        wakeCommitter();
        listener.failed(failed());
    }

    boolean hasFailed() {
        return failure.get() != null;
    }

    /** Why the journal failed, or null if it did not. */
    @Nullable JournalFailedException problem() {
        return hasFailed() ? failed() : null;
    }

    /** Returns a new exception for each caller: threads must not share a stack trace. */
    JournalFailedException failed() {
        JournalFailedException cause = failure.get();
        String message =
                cause == null
                        ? "the journal on " + device + " is closed"
                        : String.valueOf(cause.getMessage());
        return new JournalFailedException(message, cause);
    }

    void checkAlive() throws JournalFailedException {
        // Checked from the start of close: continuous appends would otherwise keep it open.
        if (closing || closed || hasFailed()) throw failed();
    }
}
