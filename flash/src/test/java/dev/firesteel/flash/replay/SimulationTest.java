// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.flash.ImpossibleGeometryException;
import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
    private static final int PAGE = 4_096;
    private static final int PAGES_PER_BLOCK = 256;
    private static final int LIVE_BLOCKS = 1_000;

    private static final Placement FOUR =
            Placement.mapped(
                    "four",
                    new LifetimeMap(
                            Map.of(
                                    LsmTrace.level(0), Lifetime.SHORT,
                                    LsmTrace.level(1), Lifetime.MEDIUM,
                                    LsmTrace.level(2), Lifetime.LONG,
                                    LsmTrace.level(3), Lifetime.EXTREME)));

    /** Returns four levels with equal write rates that hold 1, 4, 15 and 80 % of the live data. */
    private static LsmTrace lsm(int filePages, int piecePages, int times) {
        int files = LIVE_BLOCKS * PAGES_PER_BLOCK / filePages;
        return new LsmTrace(
                (long) filePages * PAGE,
                (long) piecePages * PAGE,
                1,
                List.of(files / 100, files * 4 / 100, files * 15 / 100, files * 80 / 100),
                times * files,
                1);
    }

    /**
     * Returns a drive whose flash is 80 % full at the peak of a trace: there is no other spare
     * space.
     */
    private static Simulation fourFifthsFull(Trace trace, List<Placement> placements)
            throws IOException {
        int peak = Survey.of(trace, PAGE, 2).peakPages();
        long bytes = Math.round(peak / 0.8 * (1 - 0.009)) * PAGE;
        DriveSpec drive = new DriveSpec(bytes, 0.009, (long) PAGES_PER_BLOCK * PAGE, PAGE, 1);
        double filling = (peak + 1.0) / drive.geometry().logicalPages();
        return simulation(drive, placements, filling, true);
    }

    private static Simulation simulation(
            DriveSpec drive, List<Placement> placements, double filling, boolean isTrimming) {
        return new Simulation(
                drive,
                placements,
                "greedy",
                filling,
                isTrimming,
                Allocation.NEXT_FIT,
                Simulation.UNTIL_STEADY,
                1);
    }

    /**
     * An independent simulation of such traffic gives 2.8 with one stream, 1.0 with four for files
     * of a block or more, and 1.61 for smaller ones. It does not give their size: 3/8 of a block
     * matches (half a block gives 1.47, a quarter 1.79). The tolerance reflects the drive's size:
     * level 0 has ten files here, and four times as many blocks change 3 %.
     */
    @ParameterizedTest
    @CsvSource({
        "256, none, 2.80, 0.08",
        "256, four, 1.00, 0.05",
        "512, four, 1.00, 0.05",
        "96,  four, 1.61, 0.08"
    })
    void levelsOfALogStructuredTreeAreWorthWhatIsKnown(
            int filePages, String placement, double expected, double tolerance) throws IOException {
        LsmTrace trace = lsm(filePages, 1, 1);
        Placement placed = placement.equals("none") ? Placement.none() : FOUR;
        Simulation.Result result = fourFifthsFull(trace, List.of(placed)).run(trace);
        assertThat(result.isSteady()).isTrue();
        assertThat(result.drives().get(0).writeAmplification())
                .isCloseTo(expected, within(tolerance));
    }

    /** A file that outlives the trace must not live for ever when the trace is repeated. */
    @Test
    @Tag("verify")
    void aTraceThatIsRepeatedIsWorthALongOne() throws IOException {
        double once = amplification(lsm(128, 1, 6));
        assertThat(amplification(lsm(128, 1, 1))).isCloseTo(once, within(0.03 * once));
    }

    private static double amplification(Trace trace) throws IOException {
        return fourFifthsFull(trace, List.of(Placement.none()))
                .run(trace)
                .drives()
                .get(0)
                .writeAmplification();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 64, 256})
    void fourStreamsAreNeverWorseThanOne(int filePages) throws IOException {
        LsmTrace trace = lsm(filePages, 4, 1);
        List<DriveOutcome> drives =
                fourFifthsFull(trace, List.of(Placement.none(), FOUR)).run(trace).drives();
        assertThat(drives).extracting(DriveOutcome::placement).containsExactly("none", "four");
        assertThat(drives.get(0).hostPages()).isEqualTo(drives.get(1).hostPages());
        assertThat(drives.get(1).writeAmplification())
                .isLessThan(drives.get(0).writeAmplification());
    }

    @Test
    void eraseCountsAreThoseOfThePagesWritten() throws IOException {
        LsmTrace trace = lsm(64, 16, 1);
        DriveOutcome drive =
                fourFifthsFull(trace, List.of(Placement.none())).run(trace).drives().get(0);
        double written = drive.hostPages() + drive.moves();
        assertThat(drive.wear().erases())
                .isCloseTo((long) (written / PAGES_PER_BLOCK), within(10L));
        assertThat(drive.wear().median()).isBetween(drive.wear().least(), drive.wear().most());
        assertThat(drive.wear().deviation()).isPositive();
    }

    @Test
    void aDriveThatIsNotToldWhatIsDeletedMovesMore() throws IOException {
        LsmTrace trace = lsm(64, 16, 1);
        DriveSpec drive = new DriveSpec(1_600L << 20, 0.07, 1 << 20, PAGE, 1);
        List<Placement> one = List.of(Placement.none());
        double told =
                simulation(drive, one, 0.8, true).run(trace).drives().get(0).writeAmplification();
        double untold =
                simulation(drive, one, 0.8, false).run(trace).drives().get(0).writeAmplification();
        assertThat(untold).isGreaterThan(told * 1.2);
    }

    @Test
    void aTraceIsReadAsOftenAsIsSaid() throws IOException {
        LsmTrace trace = lsm(64, 16, 1);
        DriveSpec drive = new DriveSpec(1_600L << 20, 0.07, 1 << 20, PAGE, 1);
        Simulation twice =
                new Simulation(
                        drive, List.of(FOUR), "per-stream", 0.9, true, Allocation.FIRST_FIT, 2, 1);
        Simulation.Result result = twice.run(trace);
        assertThat(result.rounds()).isEqualTo(2);
        assertThat(result.measuredRounds()).isOne();
        assertThat(result.drives().get(0).hostPages()).isEqualTo(result.hostPages());
        assertThat(result.coldPages() + result.peakPages())
                .isEqualTo(Math.round(0.9 * drive.geometry().logicalPages()));
        assertThat(result.drives()).isEqualTo(twice.run(trace).drives());
    }

    /** Compares random overwrites of a raw device with the closed form of a full drive. */
    @Test
    void aRawDeviceBehavesAsTheClosedFormSays(@TempDir Path directory) throws IOException {
        int pages = 8_192;
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 4 * pages; i++)
            lines.append("8,0 0 1 %d.5 0 C W %d + 8 [0]%n".formatted(i, 8 * random.nextInt(pages)));
        Path file = Files.writeString(directory.resolve("blk"), lines);
        DriveSpec drive = new DriveSpec((long) pages * PAGE, 0.2, 16 * PAGE, PAGE, 1);
        Simulation.Result result =
                simulation(drive, List.of(Placement.none()), 1, true).run(Trace.of(file));
        // ClosedForm.uniformGreedy(1.25, 16) is 2.4; a repeated trace is not quite random.
        assertThat(result.drives().get(0).writeAmplification()).isCloseTo(2.4, within(0.15));
        assertThat(result.seconds()).isEqualTo(4 * pages - 0.5);
    }

    private static Simulation once(DriveSpec drive) {
        return new Simulation(
                drive, List.of(Placement.none()), "greedy", 0.01, true, Allocation.NEXT_FIT, 1, 1);
    }

    /** Writes of 4 KiB, each in a page of its own: no block is full, so no page is moved. */
    @ParameterizedTest
    @CsvSource({"4096, 1", "16384, 4", "65536, 16"})
    void aPageThatIsWrittenInPartCountsWhole(
            int pageBytes, double amplification, @TempDir Path directory) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 400; i++)
            lines.append("8,0 0 1 %d.5 0 C W %d + 8 [0]%n".formatted(i, 2048 + 296 * i));
        Path file = Files.writeString(directory.resolve("blk"), lines);
        DriveSpec drive = new DriveSpec(1L << 28, 0.2, 1 << 20, pageBytes, 1);
        Simulation.Result result = once(drive).run(Trace.of(file));
        assertThat(result.hostBytes()).isEqualTo(400 * 4096);
        assertThat(result.hostPages()).isEqualTo(400);
        DriveOutcome outcome = result.drives().get(0);
        assertThat(outcome.hostBytes()).isEqualTo(400 * 4096);
        assertThat(outcome.moves()).isZero();
        assertThat(outcome.writeAmplification()).isEqualTo(amplification);
    }

    /** A file system writes blocks of 4 KiB: a file of one byte is written as such a block. */
    @Test
    void filesAreWrittenInBlocksOfTheFileSystem(@TempDir Path directory) throws IOException {
        StringBuilder lines = new StringBuilder("firesteel-trace\t1\t0\n");
        for (int file = 1; file <= 10; file++)
            lines.append(
                    "create\t1\t%d\tdata\t-\tnone\nwrite\t1\t%d\t0\t1\n".formatted(file, file));
        Path file = Files.writeString(directory.resolve("part.tsv"), lines);
        for (int pageBytes : new int[] {512, 4096, 16384}) {
            DriveSpec drive = new DriveSpec(1L << 28, 0.2, 1 << 20, pageBytes, 1);
            Simulation.Result result = once(drive).run(Trace.of(file));
            int block = Math.min(pageBytes, 4096);
            assertThat(result.hostBytes()).isEqualTo(10L * block);
            assertThat(result.drives().get(0).writeAmplification())
                    .isEqualTo((double) pageBytes / block);
        }
    }

    @Test
    void whatDoesNotFitIsSaid() {
        LsmTrace trace = lsm(256, 256, 1);
        DriveSpec small = new DriveSpec(1_100L << 20, 0.07, 1 << 20, PAGE, 1);
        assertThatThrownBy(() -> simulation(small, List.of(FOUR), 0.5, true).run(trace))
                .isInstanceOf(DriveFullException.class)
                .hasMessageContaining(
                        "at their peak, and a drive of 1.1 GiB filled to 0.5 has 550 MiB");
        DriveSpec tiny = new DriveSpec(4 << 20, 0.07, 1 << 20, PAGE, 1);
        assertThatThrownBy(() -> simulation(tiny, List.of(FOUR), 0.5, true))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessageContaining("leave no spare");
        assertThatThrownBy(() -> simulation(small, List.of(FOUR), 1.5, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the filling must be above 0 and at most 1, not 1.5");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1048576 | 0.07 | 1048576 | 500  | 1 | a page must have at least 512 B, not 500 B",
                "1048576 | 0.07 | 5000    | 4096 | 1 | a block must have whole pages of 4 KiB",
                "4096    | 0.07 | 1048576 | 4096 | 1 | at least one block of 1 MiB, not 4 KiB",
                "1048576 | 1.00 | 1048576 | 4096 | 1 | the spare factor must lie between 0 and 1",
                "1048576 | 0.07 | 1048576 | 4096 | 0 | at least 1 block in reserve, not 0",
                "9999999999999999 | 0.07 | 1048576 | 4096 | 1 | more than 2^31 - 1 pages of 4 KiB",
            })
    void impossibleDrivesAreRefused(
            long bytes, double spare, long block, int page, int reserve, String message) {
        assertThatThrownBy(() -> new DriveSpec(bytes, spare, block, page, reserve))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessageContaining(message);
    }

    @Test
    void f2fsHasThreeClasses() {
        Placement f2fs = Placement.f2fs("f2fs3", LifetimeMap.PRESET);
        FileClass flushed = LsmTrace.level(0);
        assertThat(
                        List.of(
                                Lifetime.NONE,
                                Lifetime.MEDIUM,
                                Lifetime.LONG,
                                Lifetime.SHORT,
                                Lifetime.EXTREME))
                .extracting(lifetime -> f2fs.stream(flushed, lifetime))
                .containsExactly(0, 0, 0, 1, 2);
        assertThat(f2fs.stream(FileClass.of("journal"), Lifetime.NOT_SET))
                .isEqualTo(f2fs.stream(flushed, LifetimeMap.PRESET.of(FileClass.of("journal"))));
        assertThat(f2fs.streams()).isEqualTo(3);
        assertThat(f2fs.coldStream()).isEqualTo(2);
    }

    @Test
    void theSeedsStreamsAreThoseOfItsTable() {
        Placement seed = Placement.seed();
        Map.of("commit-log", 1, "saved-cache", 2, "filter", 3, "statistics", 4, "index", 5)
                .forEach(
                        (kind, stream) ->
                                assertThat(seed.stream(FileClass.of(kind), Lifetime.NOT_SET))
                                        .isEqualTo(stream));
        assertThat(List.of(0, 1, 2, 3, 9))
                .extracting(level -> seed.stream(LsmTrace.level(level), Lifetime.NOT_SET))
                .containsExactly(7, 8, 9, 9, 9);
    }
}
