// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.filesync;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * Writes all bytes of a buffer. The kernel can write fewer than it was given, near the end of the
 * space, of a quota or of the file's largest size, and reports an error only to the next write.
 * Cassandra writes each buffer of an SSTable or of hints once, and leaves the rest.
 */
public final class WholeWrites {
    private WholeWrites() {}

    /**
     * Writes a buffer from its position to its limit. If that fails, the buffer is as before, and a
     * file has no part of it.
     *
     * @return the number of bytes written, which is all that remained
     * @throws IOException if the channel does, or if it takes no more bytes
     */
    public static int write(WritableByteChannel channel, ByteBuffer buffer) throws IOException {
        int bytes = buffer.remaining();
        int start = buffer.position();
        try {
            while (buffer.hasRemaining())
                if (channel.write(buffer) == 0)
                    throw new IOException(
                            "Only "
                                    + (bytes - buffer.remaining())
                                    + " of "
                                    + bytes
                                    + " bytes could be written");
        } catch (IOException e) {
            takeBack(channel, buffer, start);
            throw e;
        }
        return bytes;
    }

    /** Writes a buffer from its position to its limit, as to any channel. */
    public static int write(FileChannel file, ByteBuffer buffer) throws IOException {
        return write((WritableByteChannel) file, buffer);
    }

    /** Takes back a part of a buffer, so that a caller who tries again does not write it twice. */
    private static void takeBack(WritableByteChannel channel, ByteBuffer buffer, int start)
            throws IOException {
        int written = buffer.position() - start;
        buffer.position(start);
        if (written > 0 && channel instanceof SeekableByteChannel file)
            file.truncate(file.position() - written);
    }
}
