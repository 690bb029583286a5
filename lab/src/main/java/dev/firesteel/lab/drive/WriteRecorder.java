// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Records the writes and flushes of a drive in their order. With the drive's image as it was
 * before, its content at every power cut can be rebuilt ({@link RecordedDrive}).
 *
 * <p>For each write: its offset (8 bytes), its length (4), its data. A flush has the offset -1 and
 * the length 0. Numbers are big-endian.
 */
final class WriteRecorder {
    static final int HEADER_BYTES = 12;
    static final long FLUSH = -1;

    private final FileChannel file;

    WriteRecorder(String file) throws IOException {
        this.file =
                FileChannel.open(
                        Path.of(file), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    void write(long offset, byte[] data) throws IOException {
        append(offset, data.length);
        append(ByteBuffer.wrap(data));
    }

    void flush() throws IOException {
        append(FLUSH, 0);
    }

    private void append(long offset, int bytes) throws IOException {
        append(ByteBuffer.allocate(HEADER_BYTES).putLong(offset).putInt(bytes).flip());
    }

    private void append(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) file.write(bytes);
    }
}
