// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a segment while it is written, as far as it is durable.
 *
 * <p>What is durable must be there: unlike after a crash, the watermark is known beforehand, and no
 * torn tail has to be told from damage. Memory is bounded by a piece, or by the largest record. For
 * one thread at a time.
 */
public final class SegmentFollower {
    /** Most reads are of what one moment has added; a piece grows while there is more. */
    private static final int FIRST_PIECE_BYTES = 64 << 10;

    private static final int LARGEST_PIECE_BYTES = 1 << 20;

    private final BlockDevice device;
    private final Superblock superblock;
    private final Geometry geometry;
    private final LiveSegment segment;
    private final LongSupplier durable;

    private int block = Geometry.FIRST_BLOCK;

    /** The sequence of the record that begins there; 0 before the first was read. */
    private long sequence;

    private boolean isAtEnd;

    private ByteBuffer piece = ByteBuffer.allocate(0);
    private int pieceBlock;
    private int pieceBytes;

    /**
     * Begins before the first record.
     *
     * @param durable gives the watermark of the segment's epoch
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
     * Hands on the entries that have become durable since the last time. After an exception, what
     * was handed on may come again.
     *
     * @return whether the segment was read to its end, and will not grow
     * @throws JournalException if what is durable cannot be read
     * @throws IOException what the handler throws
     */
    public boolean readOn(ReplayHandler handler) throws IOException {
        long watermark = durable.getAsLong();
        Replay.RecordHandler records = new Replay.Entries(superblock.positionOverhead(), handler);
        SegmentInfo info = segment.info(geometry.segmentBytes());
        pieceBytes = 0; // what was not durable then may be there now
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

    /** An intact record, with all of it in the piece. A drive may answer wrongly for once. */
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
                            + geometry.blockOffset(segment.bookkeeping.slot(), block)
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
                && header.epoch() == segment.bookkeeping.epoch()
                && header.block() == block
                && header.sequence() == sequence
                && block + geometry.blocks(header.bytes()) <= geometry.endBlock();
    }

    /** For once: they are decrypted in their place. */
    private ByteBuffer entries(RecordHeader header) {
        ByteBuffer entries = body(header);
        if (segment.cipher != null)
            segment.cipher.applyToAll(entries, header.startOffset(), superblock.positionOverhead());
        return entries;
    }

    private ByteBuffer body(RecordHeader header) {
        return piece.slice(at(header.block()) + RecordHeader.BYTES, header.bodyBytes());
    }

    /** Where a block begins in the piece. */
    private int at(int block) {
        return (block - pieceBlock) * geometry.blockBytes();
    }

    /** Makes sure that so many blocks from this one on are in the piece. */
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
        device.read(geometry.blockOffset(segment.bookkeeping.slot(), block), piece);
        piece.clear();
        pieceBlock = block;
        pieceBytes = size;
    }
}
