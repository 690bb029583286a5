// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A segment that this run writes. */
final class LiveSegment {
    final Bookkeeping bookkeeping;

    /** What its entries are encrypted with; null if they are not. */
    final @Nullable SegmentCipher cipher;

    /**
     * The sequence of its first record; 0 until there is one. Set by the sealing committer only.
     */
    long firstSequence;

    private final int endBlock;
    private volatile int endOffset;
    private final AtomicLong contentBytes = new AtomicLong();

    /** Records on their way, and one more while appends go here. */
    private final AtomicInteger unfinished = new AtomicInteger(1);

    /**
     * A segment without records.
     *
     * @param endBlock records are to end before this block
     */
    LiveSegment(
            Bookkeeping bookkeeping,
            @Nullable SegmentCipher cipher,
            int positionBase,
            int endBlock) {
        this.bookkeeping = bookkeeping;
        this.cipher = cipher;
        this.endBlock = endBlock;
        this.endOffset = positionBase;
    }

    long id() {
        return bookkeeping.segmentId();
    }

    int endBlock() {
        return endBlock;
    }

    /** A record of it was sealed. */
    void recordSealed(long entryBytes, int newEndOffset) {
        unfinished.incrementAndGet();
        contentBytes.addAndGet(entryBytes);
        endOffset = newEndOffset;
    }

    /** A record became durable, or the segment was left. Returns true when it is closed by that. */
    boolean finishOne() {
        return unfinished.decrementAndGet() == 0;
    }

    boolean isClosed() {
        return unfinished.get() == 0;
    }

    long contentBytes() {
        return contentBytes.get();
    }

    SegmentInfo info(int segmentBytes) {
        return new SegmentInfo(
                id(),
                bookkeeping.slot(),
                bookkeeping.contentVersion(),
                false,
                endOffset,
                contentBytes.get(),
                segmentBytes,
                bookkeeping.keyFingerprint());
    }
}
