// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.flash.timing.TimedDevice;
import dev.firesteel.lab.fuse.FuseRequest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a clock that is moved by hand. */
class DriveClockTest {
    private static final long MILLI = 1_000_000;

    private long now = 5_000 * MILLI;
    private final TimedDevice device =
            new DriveModel("slc", null, null, 1, 1, 10).device(64L << 20, 1);
    private final DriveClock clock = new DriveClock(device, 10, () -> now);

    private static FuseRequest request(int operation, long offset, int size) {
        ByteBuffer bytes = ByteBuffer.allocate(80 + size).order(ByteOrder.nativeOrder());
        bytes.putInt(4, operation).putLong(48, offset).putInt(56, size);
        return new FuseRequest(bytes);
    }

    /** 100 us of transfer and 200 us to program, ten times slower. */
    @Test
    void holdsAWriteForTheDilatedTimeOfTheDrive() {
        FuseRequest write = request(FuseRequest.WRITE, 4_096, 4_096);
        clock.add(write);
        assertThat(clock.held()).containsExactly(write);
        assertThat(clock.poll()).isNull();
        now += 1 * MILLI; // the transfer is done
        assertThat(clock.poll()).isNull();
        assertThat(clock.nanosToNext()).isEqualTo(2 * MILLI);
        now += 2 * MILLI + 500_000;
        assertThat(clock.poll()).isSameAs(write);
        assertThat(clock.held()).isEmpty();
        assertThat(clock.nanosToNext()).isEqualTo(Long.MAX_VALUE);
        LiveReport.Live live = clock.report("a");
        assertThat(live.writes().count()).isEqualTo(1);
        assertThat(live.writes().mean()).isEqualTo(300);
        assertThat(live.late().mean()).isEqualTo(500);
        assertThat(live.hostPages()).isEqualTo(1);
        assertThat(live.writeAmplification()).isEqualTo(1);
    }

    @Test
    void takesEveryPageThatARequestTouches() {
        clock.add(request(FuseRequest.WRITE, 4_095, 2));
        clock.add(request(FuseRequest.WRITE, 8_192, 4_096));
        now += 100 * MILLI;
        assertThat(clock.poll()).isNotNull();
        assertThat(clock.poll()).isNotNull();
        assertThat(clock.poll()).isNull();
        assertThat(clock.report("a").hostPages()).isEqualTo(3);
    }

    @Test
    void answersARequestOnceAllItsRunsAreDone() {
        FuseRequest write = request(FuseRequest.WRITE, 0, 3 * 4_096);
        clock.add(write, List.of(new PageRun(7, 2), new PageRun(100, 1)), 0);
        assertThat(clock.held()).containsExactly(write);
        now += 100 * MILLI;
        assertThat(clock.poll()).isSameAs(write);
        assertThat(clock.poll()).isNull();
        assertThat(clock.held()).isEmpty();
        assertThat(clock.report("a").hostPages()).isEqualTo(3);
        clock.add(
                request(FuseRequest.READ, 0, 4_096),
                List.of(new PageRun(100, 1), new PageRun(50, 1)),
                0);
        assertThat(clock.poll()).isNull();
        now += 100 * MILLI;
        assertThat(clock.poll()).isNotNull();
        assertThat(clock.report("a").reads().count()).isEqualTo(1);
    }

    @Test
    void answersAFlushAndAReadOfNothingAtOnce() {
        ByteBuffer bytes = ByteBuffer.allocate(56).order(ByteOrder.nativeOrder()); // as it comes
        FuseRequest flush = new FuseRequest(bytes.putInt(4, FuseRequest.FSYNC));
        clock.add(flush);
        assertThat(clock.poll()).isSameAs(flush);
        FuseRequest read = request(FuseRequest.READ, 0, 4_096);
        clock.add(read);
        assertThat(clock.poll()).isSameAs(read);
        assertThat(clock.report("a").reads().mean()).isZero();
        assertThat(clock.report("a").writeAmplification()).isNull();
    }

    @Test
    void trimsOnlyWholePages() {
        for (int page = 0; page < 4; page++) device.prepare(page, 0);
        clock.trim(1, 3 * 4_096);
        FuseRequest first = request(FuseRequest.READ, 0, 4_096);
        FuseRequest second = request(FuseRequest.READ, 4_096, 4_096);
        FuseRequest last = request(FuseRequest.READ, 3 * 4_096, 4_096);
        clock.add(first);
        clock.add(second);
        clock.add(last);
        assertThat(clock.poll()).isSameAs(second);
        assertThat(clock.held()).containsExactlyInAnyOrder(first, last);
    }
}
