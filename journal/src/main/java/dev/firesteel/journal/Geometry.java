// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import org.jspecify.annotations.Nullable;

/**
 * The layout of a device.
 *
 * <pre>
 *   0          64 KiB     128 KiB    192 KiB                1 MiB
 *   +----------+----------+----------+---------- ~ ---------+--------+--------+-- ~
 *   | superbl. | superbl. | superbl. | superbl.             | slot 0 | slot 1 |
 *   +----------+----------+----------+---------- ~ ---------+--------+--------+-- ~
 *
 *   a slot:  | bookkeeping A | records ...                          | bookkeeping B |
 *              block 0         block 1 to slotBlocks - 2              the last block
 * </pre>
 *
 * <p>The two copies of a slot's metadata (bookkeeping) lie as far apart as the slot allows, so that
 * local damage spares one of them.
 *
 * @param blockBytes the size of a block: 512 or 4096
 * @param segmentBytes the size of a slot, metadata included
 */
record Geometry(int blockBytes, int segmentBytes) {
    /** The larger block size; the other one is 512 bytes. */
    static final int LARGEST_BLOCK_BYTES = 4096;

    /** The number of superblock copies. */
    static final int SUPERBLOCK_COPIES = 4;

    /** The distance between two copies of the superblock. */
    static final int SUPERBLOCK_STRIDE_BYTES = 64 << 10;

    /** The offset of the first slot. */
    static final long SLOTS_OFFSET = 1 << 20;

    /**
     * The maximum segment size. Logical offsets are ints, and entries may occupy more offsets than
     * bytes.
     */
    static final int MAX_SEGMENT_BYTES = 512 << 20;

    /** The minimum size of a segment: metadata, a few records and the end record. */
    static final int MIN_SEGMENT_BLOCKS = 8;

    /** The first block of a slot that holds records. */
    static final int FIRST_BLOCK = 1;

    /** Returns the block after the last one of a slot that holds records. */
    int endBlock() {
        return segmentBytes / blockBytes - 1;
    }

    /** Returns the offset of a superblock copy, in bytes. */
    static long superblockOffset(int copy) {
        return (long) copy * SUPERBLOCK_STRIDE_BYTES;
    }

    /** Returns the offset of a slot, in bytes. */
    long slotOffset(int slot) {
        return SLOTS_OFFSET + (long) slot * segmentBytes;
    }

    /** Returns the offset of a block of a slot, in bytes. */
    long blockOffset(int slot, int block) {
        return slotOffset(slot) + (long) block * blockBytes;
    }

    /** Returns the offset of a copy (0 or 1) of a slot's metadata, in bytes. */
    long bookkeepingOffset(int slot, int copy) {
        return blockOffset(slot, copy == 0 ? 0 : endBlock());
    }

    /** Returns the bytes that a journal with this many slots occupies. */
    long deviceBytes(int slots) {
        return slotOffset(slots);
    }

    /** Returns the number of slots that fit on a device. */
    int slotsIn(long deviceBytes) {
        return (int)
                Math.min(Integer.MAX_VALUE, Math.max(0, deviceBytes - SLOTS_OFFSET) / segmentBytes);
    }

    /** Returns the number of blocks that hold these bytes. */
    int blocks(int bytes) {
        return (int) (((long) bytes + blockBytes - 1) / blockBytes);
    }

    /** Returns the size of the largest entry that fits into a segment, in bytes. */
    int maxEntryBytes() {
        int blocks = endBlock() - FIRST_BLOCK - 1; // one for the end record
        return blocks * blockBytes - RecordHeader.BYTES - RecordHeader.ENTRY_PREFIX_BYTES;
    }

    /** Returns the problem with the segment size, or null. */
    static @Nullable String complaint(int blockBytes, int segmentBytes) {
        if (segmentBytes % blockBytes != 0)
            return "segment size "
                    + segmentBytes
                    + " is not a multiple of the block size "
                    + blockBytes;
        if (segmentBytes / blockBytes < MIN_SEGMENT_BLOCKS)
            return "segment size "
                    + segmentBytes
                    + " is below "
                    + MIN_SEGMENT_BLOCKS
                    + " blocks of "
                    + blockBytes
                    + " bytes";
        if (segmentBytes > MAX_SEGMENT_BYTES)
            return "segment size " + segmentBytes + " is above " + MAX_SEGMENT_BYTES;
        return null;
    }
}
