// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A device that fails or changes a byte after a given number of calls. */
final class FailingDevice implements BlockDevice {
    private final ImageDevice device;
    private int sizeCallsLeft = Integer.MAX_VALUE;
    private int readsLeft = Integer.MAX_VALUE;
    private long watched = -1;

    FailingDevice(ImageDevice device) {
        this.device = device;
    }

    /** Fails the n-th request for the size, counted from 1, and every later one. */
    void failSizeFrom(int n) {
        sizeCallsLeft = n - 1;
    }

    /** Flips a bit of this byte after this number of reads. */
    void rotAfterReads(long offset, int reads) {
        watched = offset;
        readsLeft = reads;
    }

    @Override
    public int blockBytes() {
        return device.blockBytes();
    }

    @Override
    public long sizeBytes() throws IOException {
        if (sizeCallsLeft-- <= 0) throw new IOException("size unknown");
        return device.sizeBytes();
    }

    @Override
    public boolean isGrowable() {
        return false;
    }

    @Override
    public String name() {
        return device.name();
    }

    @Override
    public void read(long offset, ByteBuffer target) throws IOException {
        boolean holdsWatched = offset <= watched && watched < offset + target.remaining();
        device.read(offset, target);
        if (holdsWatched && --readsLeft == 0) device.content()[(int) watched] ^= 1;
    }

    @Override
    public void write(long offset, ByteBuffer source) throws IOException {
        device.write(offset, source);
    }

    @Override
    public void grow(long newSizeBytes) throws IOException {
        device.grow(newSizeBytes);
    }

    @Override
    public void close() {}
}
