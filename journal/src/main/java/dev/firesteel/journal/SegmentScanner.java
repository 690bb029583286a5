// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records of one segment, past any hole, reading the slot once in large pieces.
 *
 * <p>A header counts only when its checksum, journal key, segment, epoch and its own block address
 * are right; its length is trusted only then. Behind anything else the scan goes on at the next
 * block. Memory is bounded by a piece, or by the largest record.
 *
 * <p>Where a record could begin and none does, and where a body is broken, the drive is asked
 * again: it may have answered with another block for once, and whoever frees a segment frees what
 * it has not seen as well. That is one more read for each end of records, not for each block behind
 * it.
 */
final class SegmentScanner {
    private static final int PIECE_BYTES = 4 << 20;

    /** Told what lies in the segment, in the order of blocks. */
    interface Visitor {
        /** A record whose header and body are intact. The body runs from position to limit. */
        void intact(RecordHeader header, ByteBuffer body) throws IOException;

        /** A record whose header is intact, but whose body is not. */
        void broken(RecordHeader header) throws IOException;

        /** A block that the device could not read. */
        void unreadable(int block, IOException problem) throws IOException;
    }

    private final BlockDevice device;
    private final Superblock superblock;
    private final Geometry geometry;
    private ByteBuffer piece;
    private int pieceBlock;
    private int pieceBlocks;

    /** What the visitor was told of the segment: it is not told twice. */
    private final Set<Integer> unreadable = new HashSet<>();

    SegmentScanner(BlockDevice device, Superblock superblock) {
        this.device = device;
        this.superblock = superblock;
        this.geometry = superblock.geometry();
        this.piece =
                Superblocks.aligned(
                        Math.min(PIECE_BYTES, geometry.segmentBytes()), geometry.blockBytes());
    }

    /** Shows a segment to a visitor. */
    void scan(Bookkeeping segment, Visitor visitor) throws IOException {
        pieceBlock = 0;
        pieceBlocks = 0;
        unreadable.clear();
        int block = Geometry.FIRST_BLOCK;
        boolean isBehindRecord = true;
        while (block < geometry.endBlock()) {
            RecordHeader header = header(segment, block, visitor);
            if (header == null && isBehindRecord) {
                read(segment.slot(), block, 1, visitor);
                header = header(segment, block, visitor);
            }
            isBehindRecord = header != null;
            if (header == null) {
                block++;
                continue;
            }
            visit(segment, header, visitor);
            if (header.kind() == RecordHeader.Kind.END) return;
            block += geometry.blocks(header.bytes());
        }
    }

    /** Null if no record of the segment begins there. */
    private @Nullable RecordHeader header(Bookkeeping segment, int block, Visitor visitor)
            throws IOException {
        int at = load(segment.slot(), block, 1, visitor);
        RecordHeader header = RecordHeader.decode(piece, at);
        return header != null && belongs(header, segment, block) ? header : null;
    }

    private boolean belongs(RecordHeader header, Bookkeeping segment, int block) {
        return header.key() == superblock.key()
                && header.segmentId() == segment.segmentId()
                && header.epoch() == segment.epoch()
                && header.block() == block
                && block + geometry.blocks(header.bytes()) <= geometry.endBlock();
    }

    private void visit(Bookkeeping segment, RecordHeader header, Visitor visitor)
            throws IOException {
        int blocks = geometry.blocks(header.bytes());
        int body = load(segment.slot(), header.block(), blocks, visitor) + RecordHeader.BYTES;
        boolean isIntact = isIntact(header, body);
        if (!isIntact) {
            read(segment.slot(), header.block(), blocks, visitor);
            body = RecordHeader.BYTES;
            isIntact = isIntact(header, body);
        }
        if (isIntact) visitor.intact(header, piece.slice(body, header.bodyBytes()));
        else visitor.broken(header);
    }

    private boolean isIntact(RecordHeader header, int body) {
        int end = body + header.bodyBytes();
        return Crc32c.of(piece, body, end) == header.bodyCrc() && isWellFormed(header, body, end);
    }

    private boolean isWellFormed(RecordHeader header, int body, int end) {
        int at = body;
        for (int i = 0; i < header.entries(); i++) {
            if (end - at < RecordHeader.ENTRY_PREFIX_BYTES) return false;
            int bytes = piece.getInt(at);
            at += RecordHeader.ENTRY_PREFIX_BYTES;
            if (bytes <= 0 || bytes > end - at) return false;
            at += bytes;
        }
        return at == end;
    }

    /**
     * Makes sure that these blocks, which never lie before the ones asked for last, are in the
     * piece, and returns where the first one begins.
     */
    private int load(int slot, int block, int blocks, Visitor visitor) throws IOException {
        if (block + blocks > pieceBlock + pieceBlocks) read(slot, block, blocks, visitor);
        return (block - pieceBlock) * geometry.blockBytes();
    }

    private void read(int slot, int block, int atLeast, Visitor visitor) throws IOException {
        int needed = atLeast * geometry.blockBytes();
        if (piece.capacity() < needed) piece = Superblocks.aligned(needed, geometry.blockBytes());
        int capacity = piece.capacity() / geometry.blockBytes();
        pieceBlock = block;
        pieceBlocks = Math.min(capacity, geometry.endBlock() - block);
        piece.clear().limit(pieceBlocks * geometry.blockBytes());
        try {
            device.read(geometry.blockOffset(slot, block), piece);
        } catch (IOException e) {
            readSingly(slot, visitor);
        }
        piece.clear();
    }

    /** One bad block must not cost its neighbours. */
    private void readSingly(int slot, Visitor visitor) throws IOException {
        for (int i = 0; i < pieceBlocks; i++) {
            int at = i * geometry.blockBytes();
            piece.clear().limit(at + geometry.blockBytes()).position(at);
            try {
                device.read(geometry.blockOffset(slot, pieceBlock + i), piece.slice());
            } catch (IOException e) {
                piece.clear();
                for (int b = at; b < at + geometry.blockBytes(); b++) piece.put(b, (byte) 0);
                if (unreadable.add(pieceBlock + i)) visitor.unreadable(pieceBlock + i, e);
            }
        }
    }
}
