// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Notes how many bytes each read asks for. */
record ReadSizes(BlockDevice device, List<Integer> sizes) implements BlockDevice {
    @Override
    public int blockBytes() {
        return device.blockBytes();
    }

    @Override
    public long sizeBytes() throws IOException {
        return device.sizeBytes();
    }

    @Override
    public boolean isGrowable() {
        return device.isGrowable();
    }

    @Override
    public String name() {
        return device.name();
    }

    @Override
    public void read(long offset, ByteBuffer target) throws IOException {
        sizes.add(target.remaining());
        device.read(offset, target);
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
    public void close() throws IOException {
        device.close();
    }
}
