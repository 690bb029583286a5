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
 * <p>Where no record begins, and where a body is broken, the drive is asked again: it may have
 * answered with another block for once, and whoever frees a segment frees what it has not seen as
 * well. So nothing is passed over that was not read twice. Behind its last record a segment is, if
 * it was not ended; others have no such place.
 */
final class SegmentScanner {
    private static final int PIECE_BYTES = 4 << 20;

    /** Told what lies in the segment, in the order of blocks. */
    interface Visitor {
        /** A record whose header and body are intact. The body runs from position to limit. */
        void intact(RecordHeader header, ByteBuffer body) throws IOException;

        /** A record whose header is intact, but whose body is not. */
        void broken(RecordHeader header) throws IOException;

        /**
         * An intact header of this journal, of no record of the segment. An earlier lap has left
         * it, or a write went elsewhere: its watermark was true, whatever lies around it.
         */
        void elsewhere(RecordHeader header);

        /** A block that the device could not read. */
        void unreadable(int block, IOException problem) throws IOException;
    }

    private final BlockDevice device;
    private final Superblock superblock;
    private final Geometry geometry;

    /** What is read. */
    private Piece piece = new Piece();

    /** What the drive has answered when it was asked a second time for the same. */
    private Piece again = new Piece();

    /** What the visitor was told of the segment: it is not told twice. */
    private final Set<Integer> unreadable = new HashSet<>();

    SegmentScanner(BlockDevice device, Superblock superblock) {
        this.device = device;
        this.superblock = superblock;
        this.geometry = superblock.geometry();
    }

    /** Blocks of the segment, as the drive has given them at one time. */
    private static final class Piece {
        private ByteBuffer bytes = ByteBuffer.allocate(0);
        private int block;
        private int blocks;

        private void clear() {
            block = 0;
            blocks = 0;
        }
    }

    /** Shows a segment to a visitor. */
    void scan(Bookkeeping segment, Visitor visitor) throws IOException {
        piece.clear();
        again.clear();
        unreadable.clear();
        int block = Geometry.FIRST_BLOCK;
        while (block < geometry.endBlock()) {
            RecordHeader header = header(segment, block, visitor);
            if (header == null) header = headerAskedAgain(segment, block, visitor);
            if (header == null) {
                block++;
                continue;
            }
            visit(segment, header, visitor);
            if (header.kind() == RecordHeader.Kind.END) return;
            block += geometry.blocks(header.bytes());
        }
    }

    /**
     * Shows headers that lie in the two blocks before a segment's first, which hold bookkeeping: a
     * write that went there has gone on into the segment. Whether these blocks can be read is not
     * of the visitor's concern.
     */
    void scanBefore(Bookkeeping segment, Visitor visitor) {
        int slot = segment.slot();
        if (slot > 0) scanBookkeeping(slot - 1, 1, visitor);
        scanBookkeeping(slot, 0, visitor);
    }

    private void scanBookkeeping(int slot, int copy, Visitor visitor) {
        ByteBuffer block = piece.bytes.clear().limit(geometry.blockBytes());
        try {
            device.read(geometry.bookkeepingOffset(slot, copy), block);
        } catch (IOException e) {
            return;
        }
        RecordHeader header = RecordHeader.decode(block, 0);
        if (header != null && header.key() == superblock.key()) visitor.elsewhere(header);
    }

    private @Nullable RecordHeader headerAskedAgain(Bookkeeping segment, int block, Visitor visitor)
            throws IOException {
        swapPieces();
        RecordHeader header = header(segment, block, visitor);
        if (header == null) swapPieces();
        return header;
    }

    private void swapPieces() {
        Piece other = piece;
        piece = again;
        again = other;
    }

    /** Null if no record of the segment begins there. */
    private @Nullable RecordHeader header(Bookkeeping segment, int block, Visitor visitor)
            throws IOException {
        int at = load(segment.slot(), block, 1, visitor);
        RecordHeader header = RecordHeader.decode(piece.bytes, at);
        if (header == null || belongs(header, segment, block)) return header;
        if (header.key() == superblock.key()) visitor.elsewhere(header);
        return null;
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
        if (isIntact) visitor.intact(header, piece.bytes.slice(body, header.bodyBytes()));
        else {
            visitor.broken(header);
            for (int i = 1; i < blocks; i++) header(segment, header.block() + i, visitor);
        }
    }

    private boolean isIntact(RecordHeader header, int body) {
        int end = body + header.bodyBytes();
        return Crc32c.of(piece.bytes, body, end) == header.bodyCrc()
                && isWellFormed(header, body, end);
    }

    private boolean isWellFormed(RecordHeader header, int body, int end) {
        int at = body;
        for (int i = 0; i < header.entries(); i++) {
            if (end - at < RecordHeader.ENTRY_PREFIX_BYTES) return false;
            int bytes = piece.bytes.getInt(at);
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
        if (block + blocks > piece.block + piece.blocks) read(slot, block, blocks, visitor);
        return (block - piece.block) * geometry.blockBytes();
    }

    private void read(int slot, int block, int atLeast, Visitor visitor) throws IOException {
        int wanted = Math.min(PIECE_BYTES, geometry.segmentBytes());
        int needed = Math.max(wanted, atLeast * geometry.blockBytes());
        if (piece.bytes.capacity() < needed)
            piece.bytes = Superblocks.aligned(needed, geometry.blockBytes());
        int capacity = piece.bytes.capacity() / geometry.blockBytes();
        piece.block = block;
        piece.blocks = Math.min(capacity, geometry.endBlock() - block);
        piece.bytes.clear().limit(piece.blocks * geometry.blockBytes());
        try {
            device.read(geometry.blockOffset(slot, block), piece.bytes);
        } catch (IOException e) {
            readSingly(slot, visitor);
        }
        piece.bytes.clear();
    }

    /** One bad block must not cost its neighbours. */
    private void readSingly(int slot, Visitor visitor) throws IOException {
        ByteBuffer bytes = piece.bytes;
        for (int i = 0; i < piece.blocks; i++) {
            int at = i * geometry.blockBytes();
            bytes.clear().limit(at + geometry.blockBytes()).position(at);
            try {
                device.read(geometry.blockOffset(slot, piece.block + i), bytes.slice());
            } catch (IOException e) {
                bytes.clear();
                for (int b = at; b < at + geometry.blockBytes(); b++) bytes.put(b, (byte) 0);
                if (unreadable.add(piece.block + i)) visitor.unreadable(piece.block + i, e);
            }
        }
    }
}
