// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The header of a record. A record begins on a block boundary and fills whole blocks. The header is
 * followed by the entries, each as a length (4 bytes) and its bytes, then zeros to the end of the
 * block. All integers are big-endian.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "FSRC"
 *        4      4  CRC-32C of bytes 8 to 79
 *        8      8  key of the journal
 *       16      8  segment identifier
 *       24      8  epoch
 *       32      8  sequence: 1, 2, 3, ... in the order of records within an epoch
 *       40      8  the sequence of the first record of this segment
 *       48      8  durable watermark: every record of this epoch up to this sequence was durable
 *                  when this one was submitted
 *       56      4  block: where the record begins, counted from the start of the slot
 *       60      4  logical offset of the first entry
 *       64      4  body bytes
 *       68      4  entries
 *       72      4  CRC-32C of the body
 *       76      4  kind: 1 entries, 2 heartbeat, 3 end of segment
 *       80         the body
 * </pre>
 */
record RecordHeader(
        long key,
        long segmentId,
        long epoch,
        long sequence,
        long firstSequence,
        long watermark,
        int block,
        int startOffset,
        int bodyBytes,
        int entries,
        int bodyCrc,
        Kind kind) {

    static final int BYTES = 80;

    /** The size of the length before each entry in the body. */
    static final int ENTRY_PREFIX_BYTES = 4;

    private static final int MAGIC = 0x46535243; // "FSRC"

    /** The purpose of a record. */
    enum Kind {
        /** Carries entries. */
        ENTRIES(1),
        /**
         * Carries only a watermark: it closes the window in which corruption looks like a torn
         * tail.
         */
        HEARTBEAT(2),
        /** The last record of a segment. */
        END(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static @Nullable Kind of(int code) {
            for (Kind kind : values()) if (kind.code == code) return kind;
            return null;
        }
    }

    /** Writes it at an absolute position of the buffer. */
    void encode(ByteBuffer buffer, int at) {
        buffer.putInt(at, MAGIC)
                .putLong(at + 8, key)
                .putLong(at + 16, segmentId)
                .putLong(at + 24, epoch)
                .putLong(at + 32, sequence)
                .putLong(at + 40, firstSequence)
                .putLong(at + 48, watermark)
                .putInt(at + 56, block)
                .putInt(at + 60, startOffset)
                .putInt(at + 64, bodyBytes)
                .putInt(at + 68, entries)
                .putInt(at + 72, bodyCrc)
                .putInt(at + 76, kind.code);
        buffer.putInt(at + 4, Crc32c.of(buffer, at + 8, at + BYTES));
    }

    /** Reads a header, or returns null if it is not intact or not plausible. */
    static @Nullable RecordHeader decode(ByteBuffer buffer, int at) {
        if (buffer.getInt(at) != MAGIC
                || buffer.getInt(at + 4) != Crc32c.of(buffer, at + 8, at + BYTES)) return null;
        Kind kind = Kind.of(buffer.getInt(at + 76));
        if (kind == null) return null;
        RecordHeader found =
                new RecordHeader(
                        buffer.getLong(at + 8),
                        buffer.getLong(at + 16),
                        buffer.getLong(at + 24),
                        buffer.getLong(at + 32),
                        buffer.getLong(at + 40),
                        buffer.getLong(at + 48),
                        buffer.getInt(at + 56),
                        buffer.getInt(at + 60),
                        buffer.getInt(at + 64),
                        buffer.getInt(at + 68),
                        buffer.getInt(at + 72),
                        kind);
        return found.makesSense() ? found : null;
    }

    private boolean makesSense() {
        return Superblock.isCount(segmentId)
                && Superblock.isCount(epoch)
                && Superblock.isCount(sequence)
                && firstSequence >= 1
                && firstSequence <= sequence
                && watermark >= 0
                && watermark < sequence
                && bodyBytes >= 0
                && bodyBytes <= Geometry.MAX_SEGMENT_BYTES;
    }

    /** Returns the bytes of header and body, without padding. */
    int bytes() {
        return BYTES + bodyBytes;
    }
}
