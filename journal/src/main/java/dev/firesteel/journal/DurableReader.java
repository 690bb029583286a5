// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a segment while it is written, as far as it is durable.
 *
 * <p>What is durable must be there: unlike after a crash, the watermark is known beforehand, and no
 * torn tail has to be told from damage. Memory is bounded by a piece, or by the largest record.
 */
final class DurableReader {
    /** Most reads are of what one moment has added; a piece grows while there is more. */
    private static final int FIRST_PIECE_BYTES = 64 << 10;

    private static final int LARGEST_PIECE_BYTES = 1 << 20;

    private final BlockDevice device;
    private final Superblock superblock;
    private final Geometry geometry;
    private final LiveSegment segment;
    private ByteBuffer piece = ByteBuffer.allocate(0);
    private int pieceBlock;
    private int pieceBytes;

    DurableReader(BlockDevice device, Superblock superblock, LiveSegment segment) {
        this.device = device;
        this.superblock = superblock;
        this.geometry = superblock.geometry();
        this.segment = segment;
    }

    /**
     * Hands records on.
     *
     * @param from where an earlier call has come to
     * @param durable the watermark of the epoch, or one that it had before
     * @return where to go on
     * @throws JournalException if a record that is durable cannot be read
     * @throws IOException what the handler throws
     */
    ReadMark read(ReadMark from, long durable, Replay.RecordHandler handler) throws IOException {
        SegmentInfo info = segment.info(geometry.segmentBytes());
        // Set before its record is written, and so before the watermark can cover it.
        long sequence = from.sequence() == 0 ? segment.firstSequence : from.sequence();
        if (sequence == 0 || from.isAtEnd()) return from;
        int block = from.block();
        while (sequence <= durable) {
            RecordHeader header = record(block, sequence);
            if (header.kind() == RecordHeader.Kind.ENTRIES)
                handler.record(info, header.startOffset(), header.entries(), body(header));
            block += geometry.blocks(header.bytes());
            if (header.kind() == RecordHeader.Kind.END) return new ReadMark(block, 0, true);
            sequence++;
        }
        return new ReadMark(block, sequence, false);
    }

    /** An intact record, with all of it in the piece. A drive may answer wrongly for once. */
    private RecordHeader record(int block, long sequence) throws IOException {
        RecordHeader header = loaded(block, sequence);
        if (header == null) {
            pieceBytes = 0;
            header = loaded(block, sequence);
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

    private @Nullable RecordHeader loaded(int block, long sequence) throws IOException {
        if (block >= geometry.endBlock()) return null;
        load(block, 1);
        RecordHeader header = RecordHeader.decode(piece, at(block));
        if (header == null || !isTheOne(header, block, sequence)) return null;
        load(block, geometry.blocks(header.bytes()));
        ByteBuffer body = body(header);
        return Crc32c.of(body, body.position(), body.limit()) == header.bodyCrc() ? header : null;
    }

    private boolean isTheOne(RecordHeader header, int block, long sequence) {
        return header.key() == superblock.key()
                && header.segmentId() == segment.id()
                && header.epoch() == segment.bookkeeping.epoch()
                && header.block() == block
                && header.sequence() == sequence
                && block + geometry.blocks(header.bytes()) <= geometry.endBlock();
    }

    private ByteBuffer body(RecordHeader header) {
        return piece.slice(at(header.block()) + RecordHeader.BYTES, header.bodyBytes());
    }

    private int at(int block) {
        return (block - pieceBlock) * geometry.blockBytes();
    }

    private void load(int block, int blocks) throws IOException {
        int bytes = blocks * geometry.blockBytes();
        if (pieceBytes > 0 && block >= pieceBlock && at(block) + bytes <= pieceBytes) return;
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
