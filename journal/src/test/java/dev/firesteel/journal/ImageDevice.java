// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A device over an array of bytes: cheap to damage, to restore, and to read a million times. */
final class ImageDevice implements BlockDevice {
    private final int blockBytes;
    private final byte[] content;
    private long sizeBytes;
    private long readBudget = Long.MAX_VALUE;
    private long misreadOffset = -1;
    private long misreadFrom;

    ImageDevice(int blockBytes, byte[] content) {
        this.blockBytes = blockBytes;
        this.content = content;
        this.sizeBytes = content.length;
    }

    /** Returns a copy of the current content of another device. */
    static ImageDevice of(BlockDevice device) throws IOException {
        ByteBuffer all = ByteBuffer.allocate((int) device.sizeBytes());
        device.read(0, all);
        return new ImageDevice(device.blockBytes(), all.array());
    }

    ImageDevice copy() {
        return new ImageDevice(blockBytes, content.clone());
    }

    /** Returns the array itself: a change to it changes the device. */
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

    /** Sets the reported size, to shrink the device or to restore its full size. */
    void setSizeBytes(long bytes) {
        sizeBytes = bytes;
    }

    /** Limits the bytes of all further reads, to detect readers that never end. */
    void setReadBudget(long bytes) {
        readBudget = bytes;
    }

    /** Answers the next read at {@code offset} with the content at {@code from}. */
    void misreadOnce(long offset, long from) {
        misreadOffset = offset;
        misreadFrom = from;
    }

    @Override
    public int blockBytes() {
        return blockBytes;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
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
        readBudget -= bytes;
        if (readBudget < 0) throw new AssertionError("it reads and reads");
        target.put(content, (int) (offset == misreadOffset ? misreadFrom : offset), bytes);
        if (offset == misreadOffset) misreadOffset = -1;
    }

    @Override
    public synchronized void write(long offset, ByteBuffer source) throws IOException {
        source.get(content, (int) offset, checkedRange(offset, source));
    }

    private int checkedRange(long offset, ByteBuffer buffer) throws IOException {
        int bytes = buffer.remaining();
        if (offset % blockBytes != 0 || bytes % blockBytes != 0)
            throw new IllegalArgumentException("not aligned: " + offset + ", " + bytes);
        if (offset < 0 || offset + bytes > sizeBytes)
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
