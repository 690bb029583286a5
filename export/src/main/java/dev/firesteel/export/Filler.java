// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * What is written in the place of entries that the journal does not have, because they are torn or
 * damaged: mutations of a table that does not exist, which Cassandra skips and counts.
 */
final class Filler {
    /**
     * Reads "Firesteel filler" in ASCII. It is no identifier that a table can be given by
     * Cassandra: its variant is not that of RFC 9562.
     */
    static final UUID TABLE = new UUID(0x4669726573746565L, 0x6c2066696c6c6572L);

    /** The smallest hole that can be filled. */
    static final int SMALLEST_BYTES =
            SegmentFormat.ENTRY_OVERHEAD + SegmentFormat.SMALLEST_MUTATION;

    /** Cassandra reads a mutation into memory: a large hole gets many fillers. */
    static final int LARGEST_BYTES = 64 << 10;

    private static final byte ONE_CHANGE = 1;

    private Filler() {}

    /** How long the first filler of a hole is, so that what is left can be filled, too. */
    static int bytes(int holeBytes) {
        if (holeBytes <= LARGEST_BYTES) return holeBytes;
        boolean leavesTooLittle = holeBytes - LARGEST_BYTES < SMALLEST_BYTES;
        return leavesTooLittle ? LARGEST_BYTES - SMALLEST_BYTES : LARGEST_BYTES;
    }

    /** The mutation of a filler that is so long in all. */
    static ByteBuffer mutation(int fillerBytes) {
        ByteBuffer mutation = ByteBuffer.allocate(fillerBytes - SegmentFormat.ENTRY_OVERHEAD);
        mutation.put(0, ONE_CHANGE);
        mutation.putLong(1, TABLE.getMostSignificantBits());
        mutation.putLong(1 + Long.BYTES, TABLE.getLeastSignificantBits());
        return mutation;
    }
}
