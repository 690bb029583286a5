// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * How a stock commit log file begins. As Cassandra reads it: big-endian, and a checksum over 32-bit
 * words.
 */
final class StockHeader {
    private static final byte[] NO_PARAMETERS = "{}".getBytes(StandardCharsets.UTF_8);
    private static final int BYTES =
            2 * Integer.BYTES + Long.BYTES + Short.BYTES + NO_PARAMETERS.length;

    private StockHeader() {}

    static byte[] of(int version, long identifier) {
        CRC32 checksum = new CRC32();
        update(checksum, version);
        update(checksum, (int) identifier);
        update(checksum, (int) (identifier >>> 32));
        update(checksum, NO_PARAMETERS.length);
        checksum.update(NO_PARAMETERS);
        return ByteBuffer.allocate(BYTES)
                .putInt(version)
                .putLong(identifier)
                .putShort((short) NO_PARAMETERS.length)
                .put(NO_PARAMETERS)
                .putInt((int) checksum.getValue())
                .array();
    }

    private static void update(CRC32 checksum, int word) {
        checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(word).flip());
    }
}
