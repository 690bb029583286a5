// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Forwards all calls to another device; subclasses change single operations. */
abstract class ForwardingDevice implements BlockDevice {
    final BlockDevice device;

    ForwardingDevice(BlockDevice device) {
        this.device = device;
    }

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
