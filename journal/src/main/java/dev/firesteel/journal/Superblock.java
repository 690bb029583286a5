// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Describes the journal on a device: its identity, owner and layout. All integers are big-endian.
 * The owner's identifier is {@link #NOBODY} while there is no owner.
 *
 * <pre>
 *   offset  bytes
 *        0      8  magic "FSTLJRNL"
 *        8      4  format version
 *       12      4  CRC-32C of bytes 0 to 511, this field taken as zero
 *       16      8  generation: the copy with the highest one counts
 *       24     16  journal id
 *       40     16  owner id, zero while there is none
 *       56      4  block bytes
 *       60      4  segment bytes
 *       64      4  slots
 *       68      4  position base
 *       72      4  position overhead
 *       76      4  zero
 *       80      8  epoch: the number of the run, see {@link EpochGenerator}
 *       88      8  identifier high water: at least every identifier given before this epoch
 *       96      8  when it was formatted, milliseconds since 1970
 *      104      2  length of the owner's name
 *      106     64  the owner's name, UTF-8, zero padded
 *      170    342  zero
 * </pre>
 */
record Superblock(
        long generation,
        UUID journalId,
        UUID owner,
        String ownerName,
        Geometry geometry,
        int slots,
        int positionBase,
        int positionOverhead,
        long epoch,
        long identifierHighWater,
        long createdMillis) {

    static final int BYTES = 512;
    static final int VERSION = 1;
    static final UUID NOBODY = new UUID(0, 0);

    private static final long MAGIC = 0x4653544C4A524E4CL; // "FSTLJRNL"
    private static final int VERSION_OFFSET = 8;
    private static final int CRC_OFFSET = 12;
    private static final int NAME_OFFSET = 106;
    private static final int NAME_BYTES = 64;

    /** The state of a block that should hold a superblock. */
    enum Verdict {
        VALID,
        /** Only zeros. */
        BLANK,
        /** Something else: no magic. */
        FOREIGN,
        /** Magic and checksum are right, but this version cannot be read. */
        OTHER_VERSION,
        /** The magic is right, but the checksum or a value is wrong. */
        DAMAGED
    }

    /** Returns the owner's identifier, or null while there is no owner. */
    @Nullable UUID ownerId() {
        return owner.equals(NOBODY) ? null : owner;
    }

    /**
     * Returns the key that separates this journal's records from those of earlier journals here.
     */
    long key() {
        return journalId.getMostSignificantBits() ^ journalId.getLeastSignificantBits();
    }

    /** Returns a copy with another owner. */
    Superblock ownedBy(Owner newOwner) {
        return new Superblock(
                generation,
                journalId,
                newOwner.id(),
                newOwner.name(),
                geometry,
                slots,
                positionBase,
                positionOverhead,
                epoch,
                identifierHighWater,
                createdMillis);
    }

    /** Returns the next generation, in another epoch. */
    Superblock inEpoch(long newEpoch, long newHighWater) {
        return new Superblock(
                generation + 1,
                journalId,
                owner,
                ownerName,
                geometry,
                slots,
                positionBase,
                positionOverhead,
                newEpoch,
                newHighWater,
                createdMillis);
    }

    /** Returns the next generation, with more slots. */
    Superblock withSlots(int newSlots) {
        return new Superblock(
                generation + 1,
                journalId,
                owner,
                ownerName,
                geometry,
                newSlots,
                positionBase,
                positionOverhead,
                epoch,
                identifierHighWater,
                createdMillis);
    }

    /** Writes it at the buffer's start, followed by zeros up to the limit. */
    void encode(ByteBuffer block) {
        for (int i = 0; i < block.limit(); i++) block.put(i, (byte) 0);
        block.putLong(0, MAGIC)
                .putInt(VERSION_OFFSET, VERSION)
                .putLong(16, generation)
                .putLong(24, journalId.getMostSignificantBits())
                .putLong(32, journalId.getLeastSignificantBits())
                .putLong(40, owner.getMostSignificantBits())
                .putLong(48, owner.getLeastSignificantBits())
                .putInt(56, geometry.blockBytes())
                .putInt(60, geometry.segmentBytes())
                .putInt(64, slots)
                .putInt(68, positionBase)
                .putInt(72, positionOverhead)
                .putLong(80, epoch)
                .putLong(88, identifierHighWater)
                .putLong(96, createdMillis);
        byte[] name = cut(ownerName);
        block.putShort(104, (short) name.length).put(NAME_OFFSET, name);
        block.putInt(CRC_OFFSET, Crc32c.of(block, 0, BYTES));
    }

    private static byte[] cut(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= NAME_BYTES ? bytes : Arrays.copyOf(bytes, NAME_BYTES);
    }

    /** Classifies the block. {@link #decode} requires VALID. */
    static Verdict judge(ByteBuffer block) {
        if (isZero(block)) return Verdict.BLANK;
        if (block.getLong(0) != MAGIC) return Verdict.FOREIGN;
        if (!crcMatches(block)) return Verdict.DAMAGED;
        if (block.getInt(VERSION_OFFSET) != VERSION) return Verdict.OTHER_VERSION;
        return valuesMakeSense(block) ? Verdict.VALID : Verdict.DAMAGED;
    }

    private static boolean isZero(ByteBuffer block) {
        for (int i = 0; i < BYTES; i += Long.BYTES) if (block.getLong(i) != 0) return false;
        return true;
    }

    private static boolean crcMatches(ByteBuffer block) {
        ByteBuffer copy = ByteBuffer.allocate(BYTES).put(0, block, 0, BYTES).putInt(CRC_OFFSET, 0);
        return Crc32c.of(copy, 0, BYTES) == block.getInt(CRC_OFFSET);
    }

    private static boolean valuesMakeSense(ByteBuffer block) {
        int blockBytes = block.getInt(56);
        int nameBytes = block.getShort(104);
        return (blockBytes == 512 || blockBytes == 4096)
                && Geometry.complaint(blockBytes, block.getInt(60)) == null
                && block.getInt(64) >= 1
                && block.getInt(68) >= 0
                && block.getInt(72) >= 0
                && isCount(block.getLong(16))
                && isCount(block.getLong(80))
                && isCount(block.getLong(88))
                && nameBytes >= 0
                && nameBytes <= NAME_BYTES;
    }

    /**
     * Returns whether an identifier, epoch, generation or sequence is in range. These only count
     * up, and the limit leaves room to continue without overflow.
     */
    static boolean isCount(long value) {
        return value >= 0 && value <= Long.MAX_VALUE / 4 * 3;
    }

    /** Returns the format version in the block; meaningful for VALID and OTHER_VERSION. */
    static int version(ByteBuffer block) {
        return block.getInt(VERSION_OFFSET);
    }

    /** Reads a block that was judged VALID. */
    static Superblock decode(ByteBuffer block) {
        byte[] name = new byte[block.getShort(104)];
        block.get(NAME_OFFSET, name);
        return new Superblock(
                block.getLong(16),
                new UUID(block.getLong(24), block.getLong(32)),
                new UUID(block.getLong(40), block.getLong(48)),
                new String(name, StandardCharsets.UTF_8),
                new Geometry(block.getInt(56), block.getInt(60)),
                block.getInt(64),
                block.getInt(68),
                block.getInt(72),
                block.getLong(80),
                block.getLong(88),
                block.getLong(96));
    }
}
