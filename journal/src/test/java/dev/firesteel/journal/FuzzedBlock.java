// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/**
 * The fields and the checksum of one of the journal's structures. With a recomputed checksum, a
 * changed field reaches the checks behind it.
 */
enum FuzzedBlock {
    SUPERBLOCK(12, 0, Superblock.BYTES),
    BOOKKEEPING(4, 8, SlotHeader.BYTES),
    RECORD(4, 8, RecordHeader.BYTES);

    private final int crcOffset;
    private final int from;
    final int bytes;

    FuzzedBlock(int crcOffset, int from, int bytes) {
        this.crcOffset = crcOffset;
        this.from = from;
        this.bytes = bytes;
    }

    /** Returns the offsets of the fields of eight bytes. */
    private int[] longs() {
        return switch (this) {
            case SUPERBLOCK -> new int[] {16, 24, 32, 40, 48, 80, 88, 96};
            case BOOKKEEPING -> new int[] {8, 16, 24, 32};
            case RECORD -> new int[] {8, 16, 24, 32, 40, 48};
        };
    }

    /** Returns the offsets of the fields of four bytes, and offsets inside fields. */
    private int[] ints() {
        return switch (this) {
            case SUPERBLOCK -> new int[] {8, 56, 60, 64, 68, 72, 76, 104, 106, 170};
            case BOOKKEEPING -> new int[] {40, 44, 48, 52};
            case RECORD -> new int[] {56, 60, 64, 68, 72, 76};
        };
    }

    /** Changes a field and recomputes the checksum. */
    void mutate(ByteBuffer buffer, int at, RandomGenerator random) {
        int[] longs = longs();
        int[] ints = ints();
        int field = random.nextInt(longs.length + ints.length);
        if (field < longs.length) {
            int offset = at + longs[field];
            buffer.putLong(offset, value(buffer.getLong(offset), Long.SIZE, random));
        } else {
            int offset = at + ints[field - longs.length];
            buffer.putInt(offset, (int) value(buffer.getInt(offset), Integer.SIZE, random));
        }
        seal(buffer, at);
    }

    void seal(ByteBuffer buffer, int at) {
        if (this == SUPERBLOCK) buffer.putInt(at + crcOffset, 0);
        buffer.putInt(at + crcOffset, Crc32c.of(buffer, at + from, at + bytes));
    }

    /** Returns values at which comparisons and sums often fail. */
    private static long value(long before, int bits, RandomGenerator random) {
        return switch (random.nextInt(9)) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> before + random.nextInt(-2, 3);
            case 3 -> -1L >>> (Long.SIZE - bits + 1); // the largest
            case 4 -> 1L << (bits - 1); // the smallest
            case 5 -> (1L << random.nextInt(bits)) + random.nextInt(-1, 2);
            case 6 -> before ^ (1L << random.nextInt(bits));
            case 7 -> random.nextInt(64);
            default -> random.nextLong();
        };
    }
}
