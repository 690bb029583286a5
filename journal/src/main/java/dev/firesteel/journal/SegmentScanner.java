// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records of one segment, past any hole. Reads the slot once, in large pieces.
 *
 * <p>A header counts only if its checksum, journal key, segment, epoch and own block address are
 * right. Only then is its length trusted; otherwise the scan continues at the next block. Memory is
 * bounded by a piece, or by the largest record.
 *
 * <p>Where no record begins, or a body is broken, the drive is read again, because it may have
 * returned another block. Freeing a segment also frees the records that were not found, so no block
 * is skipped without two reads. This includes the blocks behind the last record.
 */
final class SegmentScanner {
    private static final int PIECE_BYTES = 4 << 20;

    /** Receives the content of the segment, in the order of blocks. */
    interface Visitor {
        /** Called for an intact record. The body runs from position to limit. */
        void intact(RecordHeader header, ByteBuffer body) throws IOException;

        /** Called for a record with an intact header and a broken body. */
        void broken(RecordHeader header) throws IOException;

        /**
         * Called for an intact header of this journal that begins no record of the segment. It is
         * left from an earlier segment in the slot, or was misdirected. Its watermark is true in
         * both cases.
         */
        void elsewhere(RecordHeader header);

        /** Called for such a header if two reads returned it: it does lie there. */
        void misplaced(int block, RecordHeader header);

        /** Called for a block that the device could not read. */
        void unreadable(int block, IOException problem) throws IOException;
    }

    /**
     * Reports only misdirected writes after the end of a segment, which has no records there.
     * Headers left from earlier segments prove nothing, and unreadable blocks lose nothing.
     */
    private record BehindTheEnd(Visitor visitor) implements Visitor {
        @Override
        public void misplaced(int block, RecordHeader header) {
            visitor.misplaced(block, header);
        }

        @Override
        public void intact(RecordHeader header, ByteBuffer body) {}

        @Override
        public void broken(RecordHeader header) {}

        @Override
        public void elsewhere(RecordHeader header) {}

        @Override
        public void unreadable(int block, IOException problem) {}
    }

    private final BlockDevice device;
    private final Superblock superblock;
    private final Geometry geometry;

    /** The piece that is scanned. */
    private Piece piece = new Piece();

    /** The result of a second read of the same blocks. */
    private Piece again = new Piece();

    /** The blocks of the segment already reported as unreadable. */
    private final Set<Integer> unreadable = new HashSet<>();

    SegmentScanner(BlockDevice device, Superblock superblock) {
        this.device = device;
        this.superblock = superblock;
        this.geometry = superblock.geometry();
    }

    /** Blocks of the segment from one read. */
    private static final class Piece {
        private ByteBuffer bytes = ByteBuffer.allocate(0);
        private int block;
        private int blocks;

        private void clear() {
            block = 0;
            blocks = 0;
        }
    }

    /** Passes the content of a segment to a visitor. */
    void scan(SlotHeader segment, Visitor visitor) throws IOException {
        piece.clear();
        again.clear();
        unreadable.clear();
        int block = Geometry.FIRST_BLOCK;
        while (block < geometry.endBlock()) {
            RecordHeader header = recordAt(segment, block, visitor);
            if (header == null) {
                block++;
                continue;
            }
            visit(segment, header, visitor);
            block += geometry.blocks(header.bytes());
            if (header.kind() == RecordHeader.Kind.END) break;
        }
        Visitor behind = new BehindTheEnd(visitor);
        while (block < geometry.endBlock()) recordAt(segment, block++, behind);
    }

    /** Returns null if no record of the segment begins there, confirmed by two reads. */
    private @Nullable RecordHeader recordAt(SlotHeader segment, int block, Visitor visitor)
            throws IOException {
        RecordHeader first = headAt(segment, block, visitor);
        if (first != null && belongs(first, segment, block)) return first;
        swapPieces();
        RecordHeader second = headAt(segment, block, visitor);
        if (second != null && belongs(second, segment, block)) return second;
        swapPieces();
        if (first != null && first.equals(second)) visitor.misplaced(block, first);
        return null;
    }

    private void swapPieces() {
        Piece other = piece;
        piece = again;
        again = other;
    }

    /** Returns a record header of this journal, of any segment, or null. */
    private @Nullable RecordHeader headAt(SlotHeader segment, int block, Visitor visitor)
            throws IOException {
        int at = load(segment.slot(), block, 1, visitor);
        RecordHeader head = RecordHeader.decode(piece.bytes, at);
        if (head == null || head.key() != superblock.key()) return null;
        if (!belongs(head, segment, block)) visitor.elsewhere(head);
        return head;
    }

    private boolean belongs(RecordHeader header, SlotHeader segment, int block) {
        return header.segmentId() == segment.segmentId()
                && header.epoch() == segment.epoch()
                && header.block() == block
                && block + geometry.blocks(header.bytes()) <= geometry.endBlock();
    }

    private void visit(SlotHeader segment, RecordHeader header, Visitor visitor)
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
            for (int i = 1; i < blocks; i++) recordAt(segment, header.block() + i, visitor);
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
     * Ensures that these blocks are in the piece, and returns the offset of the first one. They
     * never lie before the blocks of the previous call.
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

    /** Reads each block alone, so that a bad block does not affect its neighbours. */
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
