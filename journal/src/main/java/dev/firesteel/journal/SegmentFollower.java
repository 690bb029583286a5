// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a segment while it is written, up to the durable watermark.
 *
 * <p>Durable records must be readable. Unlike after a crash, the watermark is known beforehand, so
 * torn tails and damage need not be distinguished. Memory is bounded by a piece, or by the largest
 * record. Not safe for concurrent use.
 */
public final class SegmentFollower {
    /** The size of a read's first piece: most reads find little. Later pieces are larger. */
    private static final int FIRST_PIECE_BYTES = 64 << 10;

    private static final int LARGEST_PIECE_BYTES = 1 << 20;

    private final BlockDevice device;
    private final Superblock superblock;
    private final Geometry geometry;
    private final LiveSegment segment;
    private final LongSupplier durable;

    private int block = Geometry.FIRST_BLOCK;

    /** The sequence of the record at {@code block}; 0 before the first was read. */
    private long sequence;

    private boolean isAtEnd;

    private ByteBuffer piece = ByteBuffer.allocate(0);
    private int pieceBlock;
    private int pieceBytes;

    /**
     * Starts before the first record.
     *
     * @param durable returns the watermark of the segment's epoch
     */
    SegmentFollower(
            BlockDevice device, Superblock superblock, LiveSegment segment, LongSupplier durable) {
        this.device = device;
        this.superblock = superblock;
        this.geometry = superblock.geometry();
        this.segment = segment;
        this.durable = durable;
    }

    /**
     * Passes on the entries that became durable since the last call. After an exception, entries
     * may be passed on again.
     *
     * @return whether the segment was read to its end, and will not grow
     * @throws JournalException if a durable record cannot be read
     * @throws IOException if the handler throws it
     */
    public boolean readOn(ReplayHandler handler) throws IOException {
        long watermark = durable.getAsLong();
        Replay.RecordHandler records = new Replay.Entries(superblock.positionOverhead(), handler);
        SegmentInfo info = segment.info(geometry.segmentBytes());
        pieceBytes = 0; // records may have become durable since
        // Set before its record is written, and so before the watermark can cover it.
        if (sequence == 0) sequence = segment.firstSequence;
        while (!isAtEnd && sequence != 0 && sequence <= watermark) {
            RecordHeader header = record();
            if (header.kind() == RecordHeader.Kind.ENTRIES)
                records.record(info, header.startOffset(), header.entries(), entries(header));
            block += geometry.blocks(header.bytes());
            sequence++;
            isAtEnd = header.kind() == RecordHeader.Kind.END;
        }
        return isAtEnd;
    }

    /** Loads an intact record into the piece. Tries twice, because a single read may be wrong. */
    private RecordHeader record() throws IOException {
        RecordHeader header = loaded();
        if (header == null) {
            pieceBytes = 0;
            header = loaded();
        }
        if (header == null)
            throw new JournalException(
                    "record "
                            + sequence
                            + " of segment "
                            + segment.id()
                            + ", which was durable, cannot be read at byte "
                            + geometry.blockOffset(segment.slotHeader.slot(), block)
                            + " of "
                            + device.name());
        return header;
    }

    private @Nullable RecordHeader loaded() throws IOException {
        if (block >= geometry.endBlock()) return null;
        load(1);
        RecordHeader header = RecordHeader.decode(piece, at(block));
        if (header == null || !isTheOne(header)) return null;
        load(geometry.blocks(header.bytes()));
        ByteBuffer body = body(header);
        return Crc32c.of(body, body.position(), body.limit()) == header.bodyCrc() ? header : null;
    }

    private boolean isTheOne(RecordHeader header) {
        return header.key() == superblock.key()
                && header.segmentId() == segment.id()
                && header.epoch() == segment.slotHeader.epoch()
                && header.block() == block
                && header.sequence() == sequence
                && block + geometry.blocks(header.bytes()) <= geometry.endBlock();
    }

    /** Returns the entries, decrypted in place: may be called only once. */
    private ByteBuffer entries(RecordHeader header) {
        ByteBuffer entries = body(header);
        if (segment.cipher != null)
            segment.cipher.applyToAll(entries, header.startOffset(), superblock.positionOverhead());
        return entries;
    }

    private ByteBuffer body(RecordHeader header) {
        return piece.slice(at(header.block()) + RecordHeader.BYTES, header.bodyBytes());
    }

    /** Returns the offset of a block in the piece. */
    private int at(int block) {
        return (block - pieceBlock) * geometry.blockBytes();
    }

    /** Ensures that this many blocks, from the current one on, are in the piece. */
    private void load(int blocks) throws IOException {
        int bytes = blocks * geometry.blockBytes();
        if (pieceBytes > 0 && at(block) + bytes <= pieceBytes) return;
        boolean isBeginning = pieceBytes == 0;
        int wanted = isBeginning ? FIRST_PIECE_BYTES : LARGEST_PIECE_BYTES;
        int room = (geometry.endBlock() - block) * geometry.blockBytes();
        int size = Math.min(Math.max(bytes, wanted), room);
        if (piece.capacity() < size) piece = Superblocks.aligned(size, geometry.blockBytes());
        piece.clear().limit(size);
        pieceBytes = 0;
        device.read(geometry.blockOffset(segment.slotHeader.slot(), block), piece);
        piece.clear();
        pieceBlock = block;
        pieceBytes = size;
    }
}
