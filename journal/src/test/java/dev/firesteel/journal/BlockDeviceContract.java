// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of every device under a journal. */
abstract class BlockDeviceContract {
    static final int MIN_BYTES = 4 << 20;

    /** Returns a device of at least {@link #MIN_BYTES}, all zero. */
    abstract BlockDevice device() throws IOException;

    @Test
    void itsBlocksAre512Or4096BytesAndItsSizeIsAMultiple() throws IOException {
        try (BlockDevice device = device()) {
            assertThat(device.blockBytes()).isIn(512, 4096);
            assertThat(device.sizeBytes() % device.blockBytes()).isZero();
            assertThat(device.sizeBytes()).isGreaterThanOrEqualTo(MIN_BYTES);
        }
    }

    @Test
    void whatWasWrittenIsReadAndItsNeighboursAreNotTouched() throws IOException {
        try (BlockDevice device = device()) {
            int block = device.blockBytes();
            ByteBuffer written = random(3 * block, block, 1);
            device.write(5L * block, written);
            assertThat(written.hasRemaining()).isFalse();
            ByteBuffer read = Superblocks.aligned(5 * block, block);
            device.read(4L * block, read);
            assertThat(read.hasRemaining()).isFalse();
            assertThat(read.slice(block, 3 * block)).isEqualTo(written.rewind());
            assertThat(read.slice(0, block)).isEqualTo(ByteBuffer.allocate(block));
            assertThat(read.slice(4 * block, block)).isEqualTo(ByteBuffer.allocate(block));
        }
    }

    @Test
    void itWritesFromThePositionToTheLimitOfTheBuffer() throws IOException {
        try (BlockDevice device = device()) {
            int block = device.blockBytes();
            ByteBuffer source = random(4 * block, block, 2);
            device.write(0, source.duplicate().position(block).limit(3 * block));
            ByteBuffer read = Superblocks.aligned(2 * block, block);
            device.read(0, read);
            assertThat(read.rewind()).isEqualTo(source.slice(block, 2 * block));
        }
    }

    @Test
    void anUnalignedRequestIsAMistakeOfTheCaller() throws IOException {
        try (BlockDevice device = device()) {
            int block = device.blockBytes();
            ByteBuffer buffer = Superblocks.aligned(block, block);
            assertThatThrownBy(() -> device.write(1, buffer))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> device.write(0, buffer.duplicate().limit(block - 1)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> device.read(1, buffer))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void readingBehindTheEndFails() throws IOException {
        try (BlockDevice device = device()) {
            ByteBuffer buffer = Superblocks.aligned(device.blockBytes(), device.blockBytes());
            assertThatThrownBy(() -> device.read(device.sizeBytes(), buffer))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(device.name());
        }
    }

    @Test
    void aGrowableDeviceGrowsByZeros() throws IOException {
        try (BlockDevice device = device()) {
            if (!device.isGrowable()) return;
            int block = device.blockBytes();
            long end = device.sizeBytes();
            device.grow(end + 3L * block);
            assertThat(device.sizeBytes()).isEqualTo(end + 3L * block);
            ByteBuffer read = Superblocks.aligned(3 * block, block);
            device.read(end, read);
            assertThat(read.rewind()).isEqualTo(ByteBuffer.allocate(3 * block));
        }
    }

    private static ByteBuffer random(int bytes, int blockBytes, long seed) {
        byte[] content = new byte[bytes];
        new Random(seed).nextBytes(content);
        return Superblocks.aligned(bytes, blockBytes).put(content).rewind();
    }
}
