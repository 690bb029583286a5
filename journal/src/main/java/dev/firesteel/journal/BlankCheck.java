// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Checks whether a device is blank. In a file, every byte must be zero. On a block device, the
 * first and the last mebibyte must be: file systems, partition tables, swap, volume managers and
 * RAID sets keep their signatures there.
 */
public final class BlankCheck {
    private static final int PIECE_BYTES = 1 << 20;

    private BlankCheck() {}

    /** Returns the offset of the first non-zero byte found, or -1 if the device looks blank. */
    public static long firstNonZero(BlockDevice device) throws JournalException {
        try {
            long size = device.sizeBytes();
            int bytes = (int) Math.min(PIECE_BYTES, size);
            if (bytes == 0) return -1;
            ByteBuffer piece = Superblocks.aligned(bytes, device.blockBytes());
            long step = device.isGrowable() ? bytes : Math.max(bytes, size - bytes);
            for (long at = 0; at < size; at += step) {
                long found = firstNonZero(device, Math.min(at, size - bytes), piece);
                if (found >= 0) return found;
            }
            return -1;
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
