// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Content of a row's fields: pseudorandom bytes derived from its key, its sequence number and the
 * field. A row can thus be verified by itself.
 */
final class RowContent {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final LedgerShape shape;

    RowContent(LedgerShape shape) {
        this.shape = shape;
    }

    /** Returns the bytes of one field. */
    ByteBuffer field(long key, long seq, int field) {
        ByteBuffer bytes = ByteBuffer.allocate(shape.fieldBytes()).order(ByteOrder.LITTLE_ENDIAN);
        long state = mix(mix(mix(key) + seq) + field);
        while (bytes.remaining() >= Long.BYTES) {
            state += GOLDEN_GAMMA;
            bytes.putLong(mix(state));
        }
        long rest = mix(state + GOLDEN_GAMMA);
        for (; bytes.hasRemaining(); rest >>>= Byte.SIZE) bytes.put((byte) rest);
        return bytes.flip();
    }

    /** Returns whether a row holds exactly the content for its key and sequence number. */
    boolean matches(LedgerRow row) {
        if (row.fields().size() != shape.fields()) return false;
        if (row.timestamp() != LedgerTable.timestamp(row.seq())) return false;
        for (int i = 0; i < shape.fields(); i++)
            if (!field(row.key(), row.seq(), i).equals(row.fields().get(i))) return false;
        return true;
    }

    /** The finisher of SplitMix64: every input bit affects every output bit. */
    private static long mix(long z) {
        long mixed = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
