// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Computes the CRC-32C (Castagnoli) of parts of a buffer. */
final class Crc32c {
    private Crc32c() {}

    /**
     * Returns the checksum of the bytes at absolute positions {@code from} (inclusive) to {@code
     * to}.
     */
    static int of(ByteBuffer buffer, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate().limit(to).position(from));
        return (int) crc.getValue();
    }
}
