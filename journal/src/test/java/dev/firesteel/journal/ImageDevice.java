// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A device that is an array of bytes: cheap to damage, to mend, and to read a million times. */
final class ImageDevice implements BlockDevice {
    private final int blockBytes;
    private final byte[] content;
    private long readBytes;

    ImageDevice(int blockBytes, byte[] content) {
        this.blockBytes = blockBytes;
        this.content = content;
    }

    /** What is on another device now. */
    static ImageDevice of(BlockDevice device) throws IOException {
        ByteBuffer all = ByteBuffer.allocate((int) device.sizeBytes());
        device.read(0, all);
        return new ImageDevice(device.blockBytes(), all.array());
    }

    ImageDevice copy() {
        return new ImageDevice(blockBytes, content.clone());
    }

    /** The bytes themselves: who changes them changes the device. */
    byte[] content() {
        return content;
    }

    byte[] block(long offset) {
        byte[] block = new byte[blockBytes];
        System.arraycopy(content, (int) offset, block, 0, blockBytes);
        return block;
    }

    void put(long offset, byte[] bytes) {
        System.arraycopy(bytes, 0, content, (int) offset, bytes.length);
    }

    /** How many bytes were read since the device was made. */
    long readBytes() {
        return readBytes;
    }

    @Override
    public int blockBytes() {
        return blockBytes;
    }

    @Override
    public long sizeBytes() {
        return content.length;
    }

    @Override
    public boolean isGrowable() {
        return false;
    }

    @Override
    public String name() {
        return "image";
    }

    @Override
    public void read(long offset, ByteBuffer target) throws IOException {
        int bytes = checkedRange(offset, target);
        readBytes += bytes;
        target.put(content, (int) offset, bytes);
    }

    @Override
    public synchronized void write(long offset, ByteBuffer source) throws IOException {
        source.get(content, (int) offset, checkedRange(offset, source));
    }

    private int checkedRange(long offset, ByteBuffer buffer) throws IOException {
        int bytes = buffer.remaining();
        if (offset % blockBytes != 0 || bytes % blockBytes != 0)
            throw new IllegalArgumentException("not aligned: " + offset + ", " + bytes);
        if (offset < 0 || offset + bytes > content.length)
            throw new IOException("image: " + offset + " is behind the end");
        return bytes;
    }

    @Override
    public void grow(long newSizeBytes) throws IOException {
        throw new IOException("image: an image does not grow");
    }

    @Override
    public void close() {}
}
