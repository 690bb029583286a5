// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.nio.ByteBuffer;

/** A write that is not stable. */
final class CachedWrite {
    private final long offset;
    private final byte[] data;

    /** Keeps a reference to the data, which must not change any more. */
    CachedWrite(long offset, byte[] data) {
        this.offset = offset;
        this.data = data;
    }

    long offset() {
        return offset;
    }

    long end() {
        return offset + data.length;
    }

    int bytes() {
        return data.length;
    }

    /** Returns a part of the data. */
    ByteBuffer slice(int from, int count) {
        return ByteBuffer.wrap(data, from, Math.min(count, data.length - from)).slice();
    }

    /** Copies the overlapping bytes of this write over the content of a read. */
    void overlay(long readOffset, ByteBuffer read, int readBytes) {
        long from = Math.max(offset, readOffset);
        long to = Math.min(end(), readOffset + readBytes);
        if (from < to)
            read.put((int) (from - readOffset), data, (int) (from - offset), (int) (to - from));
    }
}
