// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.ImpossibleGeometryException;
import dev.firesteel.flash.Victims;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimedDriveTest {
    private static final long READ = 50;
    private static final long PROGRAM = 500;
    private static final long ERASE = 3_000;
    private static final long BUS = 10;
    private static final FlashTimes TIMES = new FlashTimes(READ, PROGRAM, ERASE, BUS);
    private static final DieLayout ONE = new DieLayout(1, 1, 1, 1);
    private static final Scheduling READS =
            new Scheduling(Scheduling.Order.READS, false, 0, 1_000_000);
    private static final Scheduling SUSPENDING =
            new Scheduling(Scheduling.Order.HOST, true, 20, 1_000_000);

    private static TimedDrive drive(DieLayout layout, Scheduling scheduling, WriteCache cache) {
        return new TimedDrive(
                new DriveGeometry(16, 64, 512, 1),
                1,
                Victims.of("greedy", List.of(1.0), 1),
                new FlashSpec(layout, TIMES, scheduling, cache));
    }

    private static Request read(TimedDrive drive, int first, int pages) {
        Request request = new Request(Request.Kind.READ, drive.now());
        drive.read(request, first, pages);
        return request;
    }

    private static Request write(TimedDrive drive, int first, int pages) {
        Request request = new Request(Request.Kind.WRITE, drive.now());
        drive.write(request, first, pages, 0);
        return request;
    }

    private static Request flush(TimedDrive drive) {
        Request request = new Request(Request.Kind.FLUSH, drive.now());
        drive.flush(request);
        return request;
    }

    private static List<Request> finish(TimedDrive drive) {
        while (drive.nextEvent() != Long.MAX_VALUE) drive.step();
        List<Request> completed = new ArrayList<>();
        for (Request each = drive.poll(); each != null; each = drive.poll()) completed.add(each);
        return completed;
    }

    @Test
    void aReadSensesAndThenTransfers() {
        TimedDrive drive = drive(ONE, Scheduling.FIFO, WriteCache.NONE);
        drive.prepare(3, 0);
        Request read = read(drive, 3, 1);
        assertThat(finish(drive)).containsExactly(read);
        assertThat(read.latency()).isEqualTo(READ + BUS);
    }

    @Test
    void aWriteTransfersAndThenPrograms() {
        TimedDrive drive = drive(ONE, Scheduling.FIFO, WriteCache.NONE);
        Request write = write(drive, 0, 1);
        finish(drive);
        assertThat(write.latency()).isEqualTo(BUS + PROGRAM);
    }

    @Test
    void planesWorkAtTheSameTimeAndShareTheirChannel() {
        TimedDrive drive = drive(new DieLayout(1, 1, 4, 1), Scheduling.FIFO, WriteCache.NONE);
        Request write = write(drive, 0, 4);
        finish(drive);
        assertThat(write.latency()).isEqualTo(4 * BUS + PROGRAM);
        TimedDrive wide = drive(new DieLayout(4, 1, 1, 1), Scheduling.FIFO, WriteCache.NONE);
        Request other = write(wide, 0, 4);
        finish(wide);
        assertThat(other.latency()).isEqualTo(BUS + PROGRAM);
    }

    @Test
    void aPlaneServesRequestsInTheirOrder() {
        TimedDrive drive = drive(ONE, Scheduling.FIFO, WriteCache.NONE);
        drive.prepare(0, 0);
        Request first = write(drive, 1, 1);
        Request second = write(drive, 2, 1);
        Request third = read(drive, 0, 1);
        assertThat(finish(drive)).containsExactly(first, second, third);
        assertThat(third.latency()).isEqualTo(2 * (BUS + PROGRAM) + READ + BUS);
    }

    @Test
    void readsGoFirst() {
        TimedDrive drive = drive(ONE, READS, WriteCache.NONE);
        drive.prepare(0, 0);
        Request first = write(drive, 1, 1);
        Request second = write(drive, 2, 1);
        Request third = read(drive, 0, 1);
        assertThat(finish(drive)).containsExactly(first, third, second);
    }

    @Test
    void aReadInterruptsAProgramWhichThenTakesLonger() {
        TimedDrive drive = drive(ONE, SUSPENDING, WriteCache.NONE);
        drive.prepare(0, 0);
        Request write = write(drive, 1, 1);
        drive.step();
        drive.advance(100);
        Request read = read(drive, 0, 1);
        assertThat(finish(drive)).containsExactly(read, write);
        assertThat(read.latency()).isEqualTo(READ + BUS);
        assertThat(write.latency()).isEqualTo(BUS + PROGRAM + READ + BUS + 20);
    }

    /** Garbage collection moves a page, and then erases: only that still runs at 2,000 ns. */
    @Test
    void aReadInterruptsAnErase() {
        assertThat(latencyBesideAnErase(SUSPENDING)).isEqualTo(READ + BUS);
        Scheduling waiting = new Scheduling(Scheduling.Order.HOST, false, 20, 1_000_000);
        assertThat(latencyBesideAnErase(waiting)).isBetween(1_000L, ERASE);
    }

    private static long latencyBesideAnErase(Scheduling scheduling) {
        TimedDrive drive = fullDrive(scheduling);
        write(drive, 2, 1);
        assertThat(drive.moves()).isOne();
        while (drive.nextEvent() <= 2_000) drive.step();
        drive.advance(2_000);
        Request read = read(drive, 0, 1);
        finish(drive);
        return read.latency();
    }

    @Test
    void whatWasInterruptedForTooLongIsResumed() {
        Scheduling impatient = new Scheduling(Scheduling.Order.HOST, true, 20, 100);
        TimedDrive drive = drive(ONE, impatient, WriteCache.NONE);
        drive.prepare(0, 0);
        Request write = write(drive, 1, 1);
        drive.step();
        drive.advance(100);
        for (int i = 0; i < 5; i++) read(drive, 0, 1);
        assertThat(finish(drive).indexOf(write)).isBetween(1, 4);
        assertThat(write.latency())
                .isBetween(BUS + PROGRAM + 100 + 20, BUS + PROGRAM + 100 + READ + BUS + 20);
    }

    @Test
    void aReadInterruptsNothingThatEndsAtThatTime() {
        Scheduling free = new Scheduling(Scheduling.Order.READS, true, 0, 1_000_000);
        TimedDrive drive = drive(ONE, free, WriteCache.NONE);
        drive.prepare(0, 0);
        Request write = write(drive, 1, 1);
        drive.step();
        drive.advance(BUS + PROGRAM);
        Request read = read(drive, 0, 1);
        assertThat(finish(drive)).containsExactly(write, read);
        assertThat(write.latency()).isEqualTo(BUS + PROGRAM);
    }

    /** Of five blocks of two pages, all but the reserve are full: the next write moves page 0. */
    private static TimedDrive fullDrive(Scheduling scheduling) {
        TimedDrive drive =
                new TimedDrive(
                        new DriveGeometry(5, 2, 3, 1),
                        1,
                        Victims.of("fifo", List.of(1.0), 1),
                        new FlashSpec(ONE, TIMES, scheduling, WriteCache.NONE));
        for (int page : new int[] {0, 1, 2, 1, 2, 1, 2, 1}) drive.prepare(page, 0);
        return drive;
    }

    @Test
    void aPageIsReadOnceGarbageCollectionHasReadIt() {
        TimedDrive drive = fullDrive(Scheduling.FIFO);
        Request write = write(drive, 2, 1);
        assertThat(drive.moves()).isOne();
        Request read = read(drive, 0, 1);
        finish(drive);
        assertThat(read.latency()).isEqualTo(READ + BUS);
        assertThat(write.latency()).isGreaterThanOrEqualTo(BUS + PROGRAM);
    }

    @Test
    void whatHasWaitedTooLongGoesFirst() {
        Scheduling impatient = new Scheduling(Scheduling.Order.READS, false, 0, 100);
        TimedDrive drive = drive(ONE, impatient, WriteCache.NONE);
        drive.prepare(0, 0);
        Request first = read(drive, 0, 1);
        Request write = write(drive, 1, 1);
        drive.advance(10);
        Request second = read(drive, 0, 1);
        Request third = read(drive, 0, 1);
        assertThat(finish(drive)).containsExactly(first, second, write, third);
    }

    @Test
    void aWriteIsCompleteOnceItIsCached() {
        TimedDrive drive = drive(ONE, Scheduling.FIFO, new WriteCache(2, true));
        Request first = write(drive, 0, 2);
        Request second = write(drive, 2, 1);
        assertThat(drive.poll()).isSameAs(first);
        assertThat(drive.poll()).isNull();
        assertThat(finish(drive)).containsExactly(second);
        assertThat(first.latency()).isZero();
        assertThat(second.latency()).isEqualTo(BUS + PROGRAM);
    }

    @Test
    void aFlushWaitsForWhatIsCachedAndNotForLaterWrites() {
        TimedDrive drive = drive(ONE, Scheduling.FIFO, new WriteCache(8, false));
        write(drive, 0, 2);
        Request flush = flush(drive);
        write(drive, 2, 2);
        Request second = flush(drive);
        finish(drive);
        assertThat(flush.latency()).isEqualTo(2 * (BUS + PROGRAM));
        assertThat(second.latency()).isEqualTo(4 * (BUS + PROGRAM));
    }

    @Test
    void aFlushOfAProtectedCacheTakesNoTime() {
        TimedDrive drive = drive(ONE, Scheduling.FIFO, new WriteCache(8, true));
        write(drive, 0, 2);
        assertThat(flush(drive).latency()).isZero();
    }

    @Test
    void aPageOnItsWayIsReadFromMemory() {
        TimedDrive drive = drive(ONE, Scheduling.FIFO, new WriteCache(8, true));
        write(drive, 5, 1);
        assertThat(read(drive, 5, 1).latency()).isZero();
        assertThat(read(drive, 6, 1).latency()).isZero();
        finish(drive);
        Request later = read(drive, 5, 1);
        finish(drive);
        assertThat(later.latency()).isEqualTo(READ + BUS);
    }

    @Test
    void pagesAreProgrammedTogetherOnceThereAreEnough() {
        TimedDrive drive =
                drive(new DieLayout(1, 1, 1, 4), Scheduling.FIFO, new WriteCache(8, true));
        write(drive, 0, 3);
        assertThat(drive.nextEvent()).isEqualTo(Long.MAX_VALUE);
        write(drive, 3, 1);
        finish(drive);
        assertThat(drive.now()).isEqualTo(4 * BUS + PROGRAM);
    }

    /** 8 blocks of 4 pages, 2 of which are spare: the second round of writes collects garbage. */
    @Test
    void aWriteWaitsForTheBlockThatIsErasedForIt() {
        TimedDrive drive =
                new TimedDrive(
                        new DriveGeometry(8, 4, 20, 1),
                        1,
                        Victims.of("greedy", List.of(1.0), 1),
                        new FlashSpec(ONE, TIMES, Scheduling.FIFO, WriteCache.NONE));
        for (int page = 0; page < 20; page++) drive.prepare(page, 0);
        List<Long> latencies = new ArrayList<>();
        for (int page = 0; page < 12; page++) {
            Request write = write(drive, page, 1);
            finish(drive);
            latencies.add(write.latency());
        }
        // Each block that is chosen is empty: an erase, and nothing moved.
        assertThat(drive.moves()).isZero();
        assertThat(latencies)
                .containsOnly(BUS + PROGRAM, ERASE + BUS + PROGRAM)
                .contains(ERASE + BUS + PROGRAM);
    }

    @Test
    void trimsBehindAWriteThatWaits() {
        TimedDrive drive = drive(ONE, Scheduling.FIFO, new WriteCache(1, true));
        write(drive, 0, 2);
        drive.trim(0, 2);
        finish(drive);
        assertThat(read(drive, 0, 2).latency()).isZero();
        assertThat(drive.nextEvent()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void refusesWhatCannotWork() {
        assertThatThrownBy(() -> drive(new DieLayout(3, 1, 1, 1), Scheduling.FIFO, WriteCache.NONE))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessageContaining("64 pages cannot be spread over 3 planes");
        assertThatThrownBy(() -> drive(new DieLayout(1, 1, 1, 4), Scheduling.FIFO, WriteCache.NONE))
                .hasMessageContaining("needs a protected write cache");
        WriteCache small = new WriteCache(3, true);
        assertThatThrownBy(() -> drive(new DieLayout(1, 1, 1, 4), Scheduling.FIFO, small))
                .hasMessageContaining("need a write cache of 4 pages");
        assertThatThrownBy(() -> new Scheduling(Scheduling.Order.FIFO, true, 0, 0))
                .hasMessageContaining("suspend nothing");
        assertThatThrownBy(() -> new FlashTimes(0, 1, 1, 1)).hasMessageContaining("read time");
        assertThatThrownBy(() -> new DieLayout(0, 1, 1, 1)).hasMessageContaining("channels");
        assertThatThrownBy(() -> drive(ONE, Scheduling.FIFO, WriteCache.NONE).advance(-1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
