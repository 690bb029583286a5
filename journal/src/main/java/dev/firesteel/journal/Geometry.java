// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import org.jspecify.annotations.Nullable;

/**
 * Where things lie on a device.
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
 * <p>The two copies of a slot's bookkeeping lie as far apart as the slot allows, so that damage to
 * a neighbourhood spares one of them.
 *
 * @param blockBytes the size of a block: 512 or 4096
 * @param segmentBytes the size of a slot, bookkeeping included
 */
record Geometry(int blockBytes, int segmentBytes) {
    /** Blocks have this size or 512 bytes. */
    static final int LARGEST_BLOCK_BYTES = 4096;

    /** How many copies of the superblock there are. */
    static final int SUPERBLOCK_COPIES = 4;

    /** The distance between two copies of the superblock. */
    static final int SUPERBLOCK_STRIDE_BYTES = 64 << 10;

    /** Where the first slot begins. */
    static final long SLOTS_OFFSET = 1 << 20;

    /** Logical offsets are ints, and an entry may occupy more of them than bytes. */
    static final int MAX_SEGMENT_BYTES = 512 << 20;

    /** Room for the bookkeeping, a few records and the end record. */
    static final int MIN_SEGMENT_BLOCKS = 8;

    /** The first block of a slot that holds records. */
    static final int FIRST_BLOCK = 1;

    /** The block behind the last one of a slot that holds records. */
    int endBlock() {
        return segmentBytes / blockBytes - 1;
    }

    /** Where a copy of the superblock lies, in bytes. */
    static long superblockOffset(int copy) {
        return (long) copy * SUPERBLOCK_STRIDE_BYTES;
    }

    /** Where a slot begins, in bytes. */
    long slotOffset(int slot) {
        return SLOTS_OFFSET + (long) slot * segmentBytes;
    }

    /** Where a block of a slot begins, in bytes. */
    long blockOffset(int slot, int block) {
        return slotOffset(slot) + (long) block * blockBytes;
    }

    /** Where a copy (0 or 1) of a slot's bookkeeping lies, in bytes. */
    long bookkeepingOffset(int slot, int copy) {
        return blockOffset(slot, copy == 0 ? 0 : endBlock());
    }

    /** The bytes that a journal with this many slots occupies. */
    long deviceBytes(int slots) {
        return slotOffset(slots);
    }

    /** How many slots fit on a device. */
    int slotsIn(long deviceBytes) {
        return (int)
                Math.min(Integer.MAX_VALUE, Math.max(0, deviceBytes - SLOTS_OFFSET) / segmentBytes);
    }

    /** How many blocks hold that many bytes. */
    int blocks(int bytes) {
        return (int) (((long) bytes + blockBytes - 1) / blockBytes);
    }

    /** The largest entry that fits into a segment, in bytes. */
    int maxEntryBytes() {
        int blocks = endBlock() - FIRST_BLOCK - 1; // one for the end record
        return blocks * blockBytes - RecordHeader.BYTES - RecordHeader.ENTRY_PREFIX_BYTES;
    }

    /** What is wrong with the segment size, or null. */
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
