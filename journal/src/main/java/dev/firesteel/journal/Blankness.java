// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Whether a device is blank: the first and the last mebibyte are zero. That is where file systems,
 * partition tables, swap, volume managers and RAID sets leave their marks.
 */
final class Blankness {
    private static final int PROBE_BYTES = 1 << 20;

    private Blankness() {}

    /** The offset of the first byte found that is not zero, or -1 if the device looks blank. */
    static long firstNonZero(BlockDevice device) throws JournalException {
        try {
            long size = device.sizeBytes();
            int probe = (int) Math.min(PROBE_BYTES, size);
            ByteBuffer piece = Superblocks.aligned(probe, device.blockBytes());
            long atStart = firstNonZero(device, 0, piece);
            return atStart >= 0 ? atStart : firstNonZero(device, size - probe, piece);
        } catch (IOException e) {
            throw new JournalException(String.valueOf(e.getMessage()), e);
        }
    }

    private static long firstNonZero(BlockDevice device, long offset, ByteBuffer piece)
            throws IOException {
        device.read(offset, piece.rewind());
        for (int i = 0; i < piece.limit(); i++) if (piece.get(i) != 0) return offset + i;
        return -1;
    }
}
