// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What the fields of a row hold: bytes that follow from its key, its sequence number and the field,
 * and look random. So a row says of itself whether it is what was written.
 */
final class RowContent {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final LedgerShape shape;

    RowContent(LedgerShape shape) {
        this.shape = shape;
    }

    /** The bytes of one field. */
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

    /** Whether a row holds exactly what was, or would have been, written under its numbers. */
    boolean matches(LedgerRow row) {
        if (row.fields().size() != shape.fields()) return false;
        if (row.timestamp() != LedgerTable.timestamp(row.seq())) return false;
        for (int i = 0; i < shape.fields(); i++)
            if (!field(row.key(), row.seq(), i).equals(row.fields().get(i))) return false;
        return true;
    }

    /** The finisher of SplitMix64: every bit of the input moves every bit of the output. */
    private static long mix(long z) {
        long mixed = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
