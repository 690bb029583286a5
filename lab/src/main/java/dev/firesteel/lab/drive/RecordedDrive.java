// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The content of a drive whose writes were recorded, at each of its flushes: what a power cut right
 * after the flush leaves of it at least.
 *
 * <p>Goes from one flush to the next. A drive may also keep writes that were not flushed; those are
 * not in the image yet. For one thread.
 */
public final class RecordedDrive implements AutoCloseable {
    private final FileChannel image;
    private final FileChannel recording;
    private long flushedBytes;

    /**
     * Begins before the first write.
     *
     * @param image the drive's image as it was when the recording began, which changes with each
     *     flush
     * @param recording see {@link DriveSettings#recording}
     */
    public RecordedDrive(Path image, Path recording) throws IOException {
        this.image = FileChannel.open(image, StandardOpenOption.WRITE);
        this.recording = FileChannel.open(recording);
    }

    /** Returns the place in the recording up to which the image has all writes, in bytes. */
    public long flushedBytes() {
        return flushedBytes;
    }

    /**
     * Brings the image to the next flush.
     *
     * @return whether there was one; otherwise the image is unchanged
     */
    public boolean nextFlush() throws IOException {
        long end = endOfNextFlush();
        if (end < 0) return false;
        while (flushedBytes < end) {
            ByteBuffer header = read(flushedBytes, WriteRecorder.HEADER_BYTES);
            long offset = header.getLong();
            int bytes = header.getInt();
            flushedBytes += WriteRecorder.HEADER_BYTES;
            if (offset != WriteRecorder.FLUSH) put(offset, read(flushedBytes, bytes));
            flushedBytes += bytes;
        }
        return true;
    }

    private long endOfNextFlush() throws IOException {
        long at = flushedBytes;
        while (at + WriteRecorder.HEADER_BYTES <= recording.size()) {
            ByteBuffer header = read(at, WriteRecorder.HEADER_BYTES);
            at += WriteRecorder.HEADER_BYTES;
            if (header.getLong() == WriteRecorder.FLUSH) return at;
            at += header.getInt();
        }
        return -1;
    }

    private void put(long offset, ByteBuffer data) throws IOException {
        long end = offset + data.remaining();
        while (data.hasRemaining()) image.write(data, end - data.remaining());
    }

    private ByteBuffer read(long at, int bytes) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(bytes);
        while (read.hasRemaining())
            if (recording.read(read, at + read.position()) < 0)
                throw new IOException("The recording ends within a write, at byte " + at);
        return read.flip();
    }

    @Override
    public void close() throws IOException {
        image.close();
        recording.close();
    }
}
