// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** Makes open records: computes their capacity, and reuses their memory. */
final class RecordAllocator {
    /** The body size from which a record takes no more entries. */
    private static final int RECORD_BYTES = 256 << 10;

    private final Superblock superblock;
    private final Geometry geometry;
    private final Scheduler scheduler;
    private final BlockingQueue<ByteBuffer> buffers;

    RecordAllocator(Superblock superblock, int recordsInFlight, Scheduler scheduler) {
        this.superblock = superblock;
        this.geometry = superblock.geometry();
        this.scheduler = scheduler;
        this.buffers = new ArrayBlockingQueue<>(recordsInFlight + 2);
    }

    /**
     * Returns a segment's first record.
     *
     * @param wanted the size of an entry that waits for it; 0 for none
     */
    OpenRecord firstRecord(LiveSegment segment, int wanted) {
        return record(segment, Geometry.FIRST_BLOCK, superblock.positionBase(), wanted);
    }

    /** Returns a record that begins at a block. */
    OpenRecord record(LiveSegment segment, int block, int startOffset, int wanted) {
        // An entry of up to RECORD_BYTES fits as long as the record takes entries.
        int capacity =
                Math.min(capacityAt(segment, block), RECORD_BYTES + Math.max(RECORD_BYTES, wanted));
        int needed = roundUp(RecordHeader.BYTES + capacity) + geometry.blockBytes();
        return new OpenRecord(
                segment,
                block,
                startOffset,
                buffer(needed),
                capacity,
                RECORD_BYTES,
                false,
                superblock.positionOverhead(),
                scheduler);
    }

    /** Returns a record that takes no entries, since its segment has no room and no successor. */
    OpenRecord outOfSpace(LiveSegment segment, int block, int startOffset, boolean isEnded) {
        return new OpenRecord(
                segment,
                block,
                startOffset,
                buffer(geometry.blockBytes()),
                0,
                0,
                isEnded,
                superblock.positionOverhead(),
                scheduler);
    }

    /** Takes back the memory of a record that was written or never filled. */
    void giveBack(OpenRecord record) {
        // A larger buffer was for one large entry: do not keep its memory.
        if (record.buffer.capacity() <= standardBytes() + geometry.blockBytes())
            buffers.offer(record.buffer.clear());
    }

    private ByteBuffer buffer(int bytes) {
        @Nullable ByteBuffer pooled = bytes <= standardBytes() ? buffers.poll() : null;
        return pooled != null
                ? pooled
                : Superblocks.aligned(Math.max(bytes, standardBytes()), geometry.blockBytes());
    }

    private int standardBytes() {
        int bytes = Math.min(RecordHeader.BYTES + 2 * RECORD_BYTES, geometry.segmentBytes());
        return roundUp(bytes) + geometry.blockBytes();
    }

    /**
     * The largest body of a record that begins at a block. One block is kept for the end record.
     */
    int capacityAt(LiveSegment segment, int block) {
        int blocks = segment.endBlock() - block - 1;
        return blocks <= 0 ? 0 : blocks * geometry.blockBytes() - RecordHeader.BYTES;
    }

    /** Returns whether the rest of the record's segment has room for a body of this size. */
    boolean fits(OpenRecord record, int bytes) {
        return !record.isOutOfSpace() && bytes <= capacityAt(record.segment, record.block);
    }

    /** Returns whether a new record in the place of this empty one could take a larger entry. */
    boolean canBeLarger(OpenRecord record, int wanted) {
        int useful =
                Math.min(
                        RecordHeader.ENTRY_PREFIX_BYTES + wanted,
                        capacityAt(record.segment, record.block));
        return record.bodyCapacity() < useful;
    }

    /** The number of blocks of a record with this state; 0 if it has no entries. */
    int blocks(long state) {
        return OpenRecord.entries(state) == 0
                ? 0
                : geometry.blocks(RecordHeader.BYTES + OpenRecord.bodyBytes(state));
    }

    private int roundUp(int bytes) {
        return geometry.blocks(bytes) * geometry.blockBytes();
    }
}
