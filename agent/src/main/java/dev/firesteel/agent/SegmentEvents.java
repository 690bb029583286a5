// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.JournalListener;
import java.util.function.LongConsumer;

/** Takes what the journal tells to those whom it concerns. */
final class SegmentEvents implements JournalListener {
    /** Is told where the journal's device was written. It has to return at once. */
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

    /** From now on, run this whenever a segment was opened or closed. It has to return at once. */
    void onChange(Runnable action) {
        onChange = action;
    }

    /** Runs this after the appends of each record have been settled. It must not block. */
    void onSettled(Runnable action) {
        onSettled = action;
    }

    /** From now on, tell this one what is written. */
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
        failure.report(e);
    }
}
