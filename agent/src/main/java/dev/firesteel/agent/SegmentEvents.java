// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.JournalListener;
import java.util.function.LongConsumer;

/** Forwards the journal's events to their receivers. */
final class SegmentEvents implements JournalListener {
    /** Receives the ranges written on the journal's device; must not block. */
    interface Writes {
        void written(long offset, int bytes);
    }

    private final DirtySegments segments;
    private final CommitFailure failure;
    private final LongConsumer writeNanos;
    private volatile Runnable onChange = () -> {};
    private volatile Runnable onSettled = () -> {};
    private volatile Writes onWrite = (offset, bytes) -> {};

    SegmentEvents(DirtySegments segments, CommitFailure failure, LongConsumer writeNanos) {
        this.writeNanos = writeNanos;
        this.segments = segments;
        this.failure = failure;
    }

    /** Sets an action that runs whenever a segment was opened or closed. It must not block. */
    void onChange(Runnable action) {
        onChange = action;
    }

    /** Sets an action that runs after the appends of each record are settled. It must not block. */
    void onSettled(Runnable action) {
        onSettled = action;
    }

    /** Sets the receiver of written ranges. */
    void onWrite(Writes writes) {
        onWrite = writes;
    }

    @Override
    public void written(long offset, int bytes) {
        onWrite.written(offset, bytes);
    }

    @Override
    public void segmentOpened(long segmentId) {
        segments.open(segmentId);
        onChange.run();
    }

    @Override
    public void segmentClosed(long segmentId) {
        segments.close(segmentId);
        onChange.run();
    }

    @Override
    public void recordWritten(long nanos, int bytes) {
        writeNanos.accept(nanos);
    }

    @Override
    public void recordSettled() {
        onSettled.run();
    }

    @Override
    public void failed(JournalFailedException e) {
        failure.report("Failed to write to the journal", e);
    }
}
