// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import dev.firesteel.journal.DirectBlockDevice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures the drive alone, with the journal's kind of write: past the page cache, durable when it
 * returns. Blocks are written one after the other. Each thread has one write in flight.
 */
final class DrivePeer implements Peer {
    /**
     * The bytes at both ends that are not written: they may identify a journal, which can then be
     * formatted again.
     */
    private static final int MARGIN_BYTES = 1 << 20;

    private final DirectBlockDevice device;
    private final int blockBytes;
    private final long blocks;
    private final AtomicLong next = new AtomicLong();
    private final LongAdder writes = new LongAdder();

    /**
     * Opens the drive.
     *
     * @param path a block device, or a file, which is created and filled if it does not exist
     * @param fileBytes the minimum size of a file
     * @param bytes the size of a write, rounded to the nearest size that the device supports
     */
    DrivePeer(Path path, long fileBytes, int bytes) throws IOException {
        if (!Files.exists(path)) Files.createFile(path);
        device = DirectBlockDevice.open(path);
        if (device.isGrowable()) device.grow(fileBytes);
        blockBytes = nearest(bytes, device.blockBytes());
        blocks = (device.sizeBytes() - 2 * MARGIN_BYTES) / blockBytes;
        if (blocks < 1)
            throw new IOException(path + " is too small for writes of " + blockBytes + " bytes");
    }

    static int nearest(int bytes, int unit) {
        return Math.max(1, Math.round((float) bytes / unit)) * unit;
    }

    @Override
    public Appender appender(byte[] payload) {
        ByteBuffer block =
                ByteBuffer.allocateDirect(blockBytes + device.blockBytes())
                        .alignedSlice(device.blockBytes())
                        .limit(blockBytes);
        // Incompressible, as the payload is.
        while (block.hasRemaining())
            block.put(payload, 0, Math.min(payload.length, block.remaining()));
        return () -> write(block);
    }

    private void write(ByteBuffer block) throws IOException {
        long number = next.getAndIncrement() % blocks;
        device.write(MARGIN_BYTES + number * blockBytes, block.rewind());
        writes.increment();
    }

    @Override
    public Written written() {
        long count = writes.sum();
        return new Written(count, count * blockBytes);
    }

    @Override
    public void close() {
        device.close();
    }
}
