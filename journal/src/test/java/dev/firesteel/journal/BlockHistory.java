// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records the earlier contents of every block of a device, and the highest watermark that each
 * epoch made durable. Damage to the device does not affect this record.
 */
final class BlockHistory implements BlockDevice {
    private final FaultyBlockDevice device;
    private final Map<Long, List<byte[]>> earlier;
    private final Map<Long, Long> watermarks;

    BlockHistory(FaultyBlockDevice device) {
        this(device, new TreeMap<>(), new HashMap<>());
    }

    private BlockHistory(
            FaultyBlockDevice device, Map<Long, List<byte[]>> earlier, Map<Long, Long> watermarks) {
        this.device = device;
        this.earlier = earlier;
        this.watermarks = watermarks;
    }

    /** Returns the device after a power cut, with the same history. */
    BlockHistory afterPowerCut(long seed) {
        return new BlockHistory(device.afterPowerCut(seed), earlier, watermarks);
    }

    FaultyBlockDevice device() {
        return device;
    }

    /** Returns the earlier contents of each block by offset, oldest first. */
    synchronized Map<Long, List<byte[]>> earlier() {
        return new TreeMap<>(earlier);
    }

    /** Returns the highest durable watermark of each epoch. */
    synchronized Map<Long, Long> watermarks() {
        return Map.copyOf(watermarks);
    }

    @Override
    public void write(long offset, ByteBuffer source) throws IOException {
        ByteBuffer written = source.duplicate();
        ByteBuffer before = ByteBuffer.allocate(source.remaining());
        device.read(offset, before);
        device.write(offset, source);
        remember(offset, before.array(), written);
    }

    private synchronized void remember(long offset, byte[] before, ByteBuffer written) {
        int blockBytes = device.blockBytes();
        for (int at = 0; at < before.length; at += blockBytes) {
            byte[] block = new byte[blockBytes];
            System.arraycopy(before, at, block, 0, blockBytes);
            earlier.computeIfAbsent(offset + at, k -> new ArrayList<>()).add(block);
            RecordHeader header = RecordHeader.decode(written, written.position() + at);
            if (header != null) watermarks.merge(header.epoch(), header.watermark(), Math::max);
        }
    }

    @Override
    public int blockBytes() {
        return device.blockBytes();
    }

    @Override
    public long sizeBytes() {
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
    public void grow(long newSizeBytes) throws IOException {
        device.grow(newSizeBytes);
    }

    @Override
    public void close() {
        device.close();
    }
}
