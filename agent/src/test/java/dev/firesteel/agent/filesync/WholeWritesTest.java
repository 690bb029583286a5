// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.filesync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.junit.jupiter.api.Test;

/** Tests writes to a channel that takes three bytes at a time. */
class WholeWritesTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(10);

    @Test
    void writesAllBytes() throws Exception {
        fill(7);
        assertThat(WholeWrites.write(new SmallChannel(10), buffer)).isEqualTo(7);
        assertThat(written.toByteArray()).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(buffer.hasRemaining()).isFalse();
        assertThat(WholeWrites.write(new SmallChannel(10), buffer)).isZero();
    }

    @Test
    void reportsTheErrorOfTheRest() {
        fill(7);
        assertThatThrownBy(() -> WholeWrites.write(new SmallChannel(6), buffer))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
    }

    @Test
    void takesAPartBackSoThatItCanBeTriedAgain() {
        fill(7);
        buffer.position(1);
        assertThatThrownBy(() -> WholeWrites.write(new SmallFile(20, 3), buffer))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        assertThat(buffer.position()).isEqualTo(1);
        assertThat(truncatedTo).isEqualTo(20);
    }

    @Test
    void doesNotWriteForEver() {
        fill(7);
        WritableByteChannel stuck =
                new SmallChannel(10) {
                    @Override
                    public int write(ByteBuffer from) {
                        return written.size() > 0 ? 0 : take(from);
                    }
                };
        assertThatThrownBy(() -> WholeWrites.write(stuck, buffer))
                .isInstanceOf(IOException.class)
                .hasMessage("Only 3 of 7 bytes could be written");
    }

    private long truncatedTo = -1;

    private void fill(int bytes) {
        for (int i = 0; i < bytes; i++) buffer.put((byte) i);
        buffer.flip();
    }

    /** Takes at most three bytes of a write, and a limited number of them in all. */
    private class SmallChannel implements WritableByteChannel {
        private final int space;

        private SmallChannel(int space) {
            this.space = space;
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            if (written.size() >= space) throw new IOException("No space left on device");
            return take(from);
        }

        int take(ByteBuffer from) {
            int bytes = Math.min(3, from.remaining());
            for (int i = 0; i < bytes; i++) written.write(from.get());
            return bytes;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    /** The same at an offset of a file. */
    private final class SmallFile extends SmallChannel implements SeekableByteChannel {
        private final long start;

        private SmallFile(long start, int space) {
            super(space);
            this.start = start;
        }

        @Override
        public long position() {
            return start + written.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) {
            truncatedTo = size;
            return this;
        }

        @Override
        public int read(ByteBuffer to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SeekableByteChannel position(long newPosition) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long size() {
            throw new UnsupportedOperationException();
        }
    }
}
