// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The storage under a journal: an array of blocks whose writes are durable when they return.
 *
 * <p>Offsets, lengths and buffer addresses are multiples of {@link #blockBytes()}. Implementations
 * are safe for concurrent reads and writes of different blocks. A crash leaves each block written
 * completely or not at all. Of a longer write it may leave any subset of the blocks.
 */
public interface BlockDevice extends Closeable {
    /** Returns the size of a block in bytes: 512 or 4096. */
    int blockBytes();

    /** Returns the size of the device in bytes, a multiple of the block size. */
    long sizeBytes() throws IOException;

    /** Returns whether {@link #grow} can add space. */
    boolean isGrowable();

    /** Returns the device's name for messages, usually its path. */
    String name();

    /** Returns whether the device is a file that was deleted since it was opened. */
    default boolean isDeleted() {
        return false;
    }

    /**
     * Fills the buffer from the device.
     *
     * @param offset in bytes
     * @param target filled from its position to its limit; on return its position is its limit
     * @throws IOException if fewer bytes could be read
     */
    void read(long offset, ByteBuffer target) throws IOException;

    /**
     * Writes the whole buffer. When this returns, the bytes survive a power failure.
     *
     * @param offset in bytes
     * @param source written from its position to its limit; on return its position is its limit
     * @throws IOException if some bytes may not be durable; any of them may have been written
     */
    void write(long offset, ByteBuffer source) throws IOException;

    /**
     * Appends zeros until the device has the given size.
     *
     * @throws IOException if there is not enough space; the size is then unchanged, or between the
     *     two
     */
    void grow(long newSizeBytes) throws IOException;
}
