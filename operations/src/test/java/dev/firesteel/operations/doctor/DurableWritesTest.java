// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.BlockDevice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DurableWritesTest {
    private static final long WRITE_NANOS = 1000;
    private static final long LONG = Long.MAX_VALUE / 2;

    private final AtomicLong clock = new AtomicLong();
    private final ByteBuffer content = DurableWrites.buffer();
    private final WrittenDevice device = new WrittenDevice();

    DurableWritesTest() {
        for (int i = 0; i < content.limit(); i += 4) content.putInt(i, i);
    }

    @Test
    void writesWhatIsThereAndNothingElse() throws IOException {
        run(16, LONG, 1600);
        assertThat(device.written).hasValue(1600);
        assertThat(device.changed).isEmpty();
        assertThat(device.writers).hasSizeBetween(1, 16);
        assertThat(device.places).hasSize(256).allMatch(at -> at % 4096 == 0 && at < 1 << 20);
    }

    @Test
    void endsWithTheTime() throws IOException {
        Latency latency = run(1, 10 * WRITE_NANOS, 5000);
        assertThat(latency).isEqualTo(new Latency(1, 10, WRITE_NANOS, WRITE_NANOS, 1_000_000));
    }

    @Test
    void endsWithTheWrites() throws IOException {
        assertThat(run(1, LONG, 7).writes()).isEqualTo(7);
        assertThat(run(4, LONG, 5000).writes()).isEqualTo(5000);
    }

    @Test
    void tellsWhatTheDriveSaid() {
        device.failure = "no space left";
        assertThatThrownBy(() -> run(4, LONG, 100))
                .isInstanceOf(IOException.class)
                .hasMessage("no space left");
    }

    private Latency run(int depth, long nanos, int writes) throws IOException {
        return new DurableWrites(device, content, clock::get).run(depth, nanos, writes);
    }

    /** A device with writes of a microsecond that checks that its content stays the same. */
    private final class WrittenDevice implements BlockDevice {
        private final AtomicInteger written = new AtomicInteger();
        private final Set<Long> changed = new ConcurrentSkipListSet<>();
        private final Set<Long> places = new ConcurrentSkipListSet<>();
        private final Map<Thread, Boolean> writers = new ConcurrentHashMap<>();
        private String failure = "";

        @Override
        public void write(long offset, ByteBuffer source) throws IOException {
            if (!failure.isEmpty()) throw new IOException(failure);
            if (source.remaining() != DurableWrites.WRITE_BYTES) changed.add(-1L);
            for (int at = 0; source.hasRemaining(); at += 4)
                if (source.getInt() != offset + at) changed.add(offset);
            places.add(offset);
            writers.put(Thread.currentThread(), true);
            written.incrementAndGet();
            clock.addAndGet(WRITE_NANOS);
        }

        @Override
        public void read(long offset, ByteBuffer target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int blockBytes() {
            return 4096;
        }

        @Override
        public long sizeBytes() {
            return 1 << 20;
        }

        @Override
        public boolean isGrowable() {
            return false;
        }

        @Override
        public String name() {
            return "device";
        }

        @Override
        public void grow(long newSizeBytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
