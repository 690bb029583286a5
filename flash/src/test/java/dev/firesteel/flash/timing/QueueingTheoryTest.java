// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.SyntheticLoad;
import dev.firesteel.flash.SyntheticRun;
import dev.firesteel.flash.Victims;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares simulated drives with closed forms: the formula of Pollaczek and Khinchine for queues
 * with one server, and the rates that follow from write amplification.
 */
class QueueingTheoryTest {
    private static final long READ = 50_000;
    private static final long PROGRAM = 500_000;
    private static final double SECOND = 1e9;

    private static TimedRun run(DieLayout layout, FlashTimes times, HostLoad host, int measured) {
        SyntheticRun run =
                new SyntheticRun(
                        DriveGeometry.ofSpare(0.11, 512, 64, 1),
                        SyntheticLoad.UNIFORM,
                        1,
                        "greedy",
                        4,
                        measured,
                        1);
        return new TimedRun(
                run, new FlashSpec(layout, times, Scheduling.FIFO, WriteCache.NONE), host);
    }

    /** Returns the mean wait in an M/G/1 queue, in nanoseconds. */
    private static double wait(double rate, double mean, double meanOfSquares) {
        double perNano = rate / SECOND;
        return perNano * meanOfSquares / 2 / (1 - perNano * mean);
    }

    @ParameterizedTest
    @CsvSource({"0.3, 1", "0.5, 1", "0.8, 1", "0.5, 8"})
    void readsOfOnePlaneWaitAsInAQueueWithFixedTimes(double load, int planes) {
        double rate = load * planes * SECOND / READ;
        TimedRun run =
                run(
                        new DieLayout(planes, 1, 1, 1),
                        new FlashTimes(READ, PROGRAM, 3_000_000, 0),
                        new HostLoad(1, rate, 10_000, 0),
                        40);
        TimedRun.Outcome outcome = run.result();
        double mean = READ + wait(rate / planes, READ, (double) READ * READ);
        assertThat(outcome.timing().reads().mean() * 1e3).isCloseTo(mean, withinPercentage(2));
        assertThat(outcome.timing().opsPerSecond()).isCloseTo(rate, withinPercentage(0.5));
        assertThat(outcome.timing().keepsUp()).isTrue();
    }

    /** Reads and writes of one plane with room for all writes: no garbage collection. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.7})
    void readsAndWritesWaitAsInAQueueWithTwoTimes(double load) {
        int requests = 400_000;
        DriveGeometry geometry = new DriveGeometry(1_024, 512, 450_000, 1);
        FlashSpec spec =
                new FlashSpec(
                        new DieLayout(1, 1, 1, 1),
                        new FlashTimes(READ, PROGRAM, 0, 0),
                        Scheduling.FIFO,
                        WriteCache.NONE);
        TimedDrive drive = new TimedDrive(geometry, 1, Victims.of("greedy", List.of(1.0), 1), spec);
        drive.prepare(0, 0);
        double mean = (READ + PROGRAM) / 2.0;
        double squares = ((double) READ * READ + (double) PROGRAM * PROGRAM) / 2;
        double rate = load * SECOND / mean;
        SplittableRandom random = new SplittableRandom(7);
        Latencies reads = new Latencies();
        Latencies writes = new Latencies();
        double arrival = 0;
        for (int made = 1; made <= requests; made++) {
            arrival -= Math.log(1 - random.nextDouble()) * SECOND / rate;
            while (drive.nextEvent() <= (long) arrival) drive.step();
            drive.advance((long) arrival);
            if (random.nextBoolean()) drive.read(new Request(Request.Kind.READ, drive.now()), 0, 1);
            else drive.write(new Request(Request.Kind.WRITE, drive.now()), made, 1, 0);
            for (Request each = drive.poll(); each != null; each = drive.poll())
                (each.kind() == Request.Kind.READ ? reads : writes).add(each.latency());
        }
        assertThat(drive.moves()).isZero();
        double wait = wait(rate, mean, squares);
        assertThat(reads.mean() * 1e3).isCloseTo(wait + READ, withinPercentage(3));
        assertThat(writes.mean() * 1e3).isCloseTo(wait + PROGRAM, withinPercentage(3));
    }

    /** Garbage collection takes programs from the host. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0.5", "8, 64, 3"})
    void aFullDriveWritesAtTheRateOfAnEmptyOneOverItsWriteAmplification(
            int planes, int depth, double percent) {
        TimedRun.Outcome outcome =
                run(
                                new DieLayout(planes, 1, 1, 1),
                                new FlashTimes(1, PROGRAM, 0, 0),
                                new HostLoad(0, 0, depth, 0),
                                6)
                        .result();
        double empty = planes * SECOND / PROGRAM;
        assertThat(outcome.pages().writeAmplification()).isGreaterThan(4);
        assertThat(outcome.timing().opsPerSecond())
                .isCloseTo(empty / outcome.pages().writeAmplification(), withinPercentage(percent));
    }

    /** With all times, a write costs its share of reads, programs and erases. */
    @Test
    void onePlaneIsAlwaysBusy() {
        FlashTimes times = new FlashTimes(READ, PROGRAM, 3_000_000, 10_000);
        TimedRun.Outcome outcome =
                run(new DieLayout(1, 1, 1, 1), times, new HostLoad(0, 0, 1, 0), 6).result();
        double amplification = outcome.pages().writeAmplification();
        double nanos =
                amplification * (times.program() + times.transfer())
                        + (amplification - 1) * (times.read() + times.transfer())
                        + amplification / 64 * times.erase();
        assertThat(outcome.timing().opsPerSecond())
                .isCloseTo(SECOND / nanos, withinPercentage(0.5));
    }

    @Test
    void theTimedDriveMovesAsManyPagesAsTheOneWithoutClock() {
        TimedRun run =
                run(
                        new DieLayout(4, 2, 1, 1),
                        new FlashTimes(READ, PROGRAM, 3_000_000, 10_000),
                        new HostLoad(0, 0, 16, 0),
                        8);
        assertThat(run.result().pages().writeAmplification())
                .isCloseTo(run.run().run().writeAmplification(), withinPercentage(0.5));
    }
}
