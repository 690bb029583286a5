// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Builds fillers for torn or damaged entries that the journal does not have. They are mutations of
 * a nonexistent table, which Cassandra skips and counts.
 */
final class Filler {
    /**
     * The text "Firesteel filler" in ASCII. Cassandra never gives a table this identifier: its
     * variant is not that of RFC 9562.
     */
    static final UUID TABLE = new UUID(0x4669726573746565L, 0x6c2066696c6c6572L);

    /** The smallest hole that can be filled. */
    static final int SMALLEST_BYTES =
            SegmentFormat.ENTRY_OVERHEAD + SegmentFormat.SMALLEST_MUTATION;

    /** The largest filler. Cassandra reads a mutation into memory, so a large hole gets many. */
    static final int LARGEST_BYTES = 64 << 10;

    private static final byte ONE_CHANGE = 1;

    private Filler() {}

    /** Returns the size of the first filler of a hole, such that the rest can be filled, too. */
    static int bytes(int holeBytes) {
        if (holeBytes <= LARGEST_BYTES) return holeBytes;
        boolean leavesTooLittle = holeBytes - LARGEST_BYTES < SMALLEST_BYTES;
        return leavesTooLittle ? LARGEST_BYTES - SMALLEST_BYTES : LARGEST_BYTES;
    }

    /** Returns the mutation of a filler with this total size. */
    static ByteBuffer mutation(int fillerBytes) {
        ByteBuffer mutation = ByteBuffer.allocate(fillerBytes - SegmentFormat.ENTRY_OVERHEAD);
        mutation.put(0, ONE_CHANGE);
        mutation.putLong(1, TABLE.getMostSignificantBits());
        mutation.putLong(1 + Long.BYTES, TABLE.getLeastSignificantBits());
        return mutation;
    }
}
