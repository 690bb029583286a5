// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.filesync;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

/**
 * Writes all bytes of a buffer. The kernel can write fewer than it was given, near the end of the
 * space, of a quota or of the file's largest size, and reports an error only to the next write.
 * Cassandra writes each buffer of an SSTable or of hints once, and leaves the rest.
 */
public final class WholeWrites {
    private WholeWrites() {}

    /**
     * Writes a buffer from its position to its limit.
     *
     * @return the number of bytes written, which is all that remained
     * @throws IOException if the channel does, or if it takes no more bytes
     */
    public static int write(WritableByteChannel channel, ByteBuffer buffer) throws IOException {
        int bytes = buffer.remaining();
        while (buffer.hasRemaining())
            if (channel.write(buffer) == 0)
                throw new IOException(
                        "Only "
                                + (bytes - buffer.remaining())
                                + " of "
                                + bytes
                                + " bytes could be written");
        return bytes;
    }

    /** Writes a buffer from its position to its limit, as to any channel. */
    public static int write(FileChannel file, ByteBuffer buffer) throws IOException {
        return write((WritableByteChannel) file, buffer);
    }
}
