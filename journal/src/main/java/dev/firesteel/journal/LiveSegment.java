// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A segment that this run writes. */
final class LiveSegment {
    final SlotHeader slotHeader;

    /** The cipher of its entries; null if they are not encrypted. */
    final @Nullable SegmentCipher cipher;

    /**
     * The sequence of its first record; 0 until there is one. Set by the sealing committer only.
     */
    long firstSequence;

    private final int endBlock;
    private volatile int endOffset;
    private final AtomicLong contentBytes = new AtomicLong();

    /** The number of records in flight, plus one while appends go here. */
    private final AtomicInteger unfinished = new AtomicInteger(1);

    /**
     * Creates a segment without records.
     *
     * @param endBlock the block before which records must end
     */
    LiveSegment(
            SlotHeader slotHeader, @Nullable SegmentCipher cipher, int positionBase, int endBlock) {
        this.slotHeader = slotHeader;
        this.cipher = cipher;
        this.endBlock = endBlock;
        this.endOffset = positionBase;
    }

    long id() {
        return slotHeader.segmentId();
    }

    int endBlock() {
        return endBlock;
    }

    /** Adds a sealed record. */
    void recordSealed(long entryBytes, int newEndOffset) {
        unfinished.incrementAndGet();
        contentBytes.addAndGet(entryBytes);
        endOffset = newEndOffset;
    }

    /** Counts a durable record, or the end of appends. Returns true if that closes the segment. */
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
                slotHeader.slot(),
                slotHeader.contentVersion(),
                false,
                endOffset,
                contentBytes.get(),
                segmentBytes,
                slotHeader.keyFingerprint());
    }
}
