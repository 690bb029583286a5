// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.firesteel.flash.ImpossibleGeometryException;
import dev.firesteel.flash.timing.DieLayout;
import dev.firesteel.flash.timing.FlashSpec;
import dev.firesteel.flash.timing.FlashTimes;
import dev.firesteel.flash.timing.HostLoad;
import dev.firesteel.flash.timing.Preset;
import dev.firesteel.flash.timing.Scheduling;
import dev.firesteel.flash.timing.Timing;
import dev.firesteel.flash.timing.WriteCache;
import dev.firesteel.flash.trace.Lifetime;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimedSimulationTest {
    private static final int PAGE = 4_096;
    private static final int PAGES_PER_BLOCK = 64;
    private static final FlashTimes TIMES = new FlashTimes(50_000, 500_000, 3_000_000, 0);
    private static final FlashSpec PLAIN =
            new FlashSpec(new DieLayout(1, 1, 1, 1), TIMES, Scheduling.FIFO, WriteCache.NONE);
    private static final DriveSpec DRIVE =
            new DriveSpec(64L << 20, 0.07, (long) PAGES_PER_BLOCK * PAGE, PAGE, 1);
    private static final Placement THREE =
            Placement.mapped(
                    "three",
                    new LifetimeMap(
                            Map.of(
                                    LsmTrace.level(0), Lifetime.SHORT,
                                    LsmTrace.level(1), Lifetime.MEDIUM,
                                    LsmTrace.level(2), Lifetime.LONG)));

    /** Files of 40 pages, so that blocks hold pieces of several. */
    private static LsmTrace trace() {
        return new LsmTrace(40L * PAGE, 4L * PAGE, 1, List.of(4, 30, 200), 400, 1);
    }

    private static Simulation simulation() {
        return new Simulation(
                DRIVE,
                List.of(Placement.none(), THREE),
                "greedy",
                0.9,
                true,
                Allocation.NEXT_FIT,
                Simulation.UNTIL_STEADY,
                1);
    }

    /** Returns the time of the flash for each page that the host writes, in nanoseconds. */
    private static double nanos(double amplification) {
        return amplification * TIMES.program()
                + (amplification - 1) * TIMES.read()
                + amplification / PAGES_PER_BLOCK * TIMES.erase();
    }

    @Test
    void aPlacementThatMovesLessIsFasterByThat() throws IOException {
        Simulation.TimedResult timed = simulation().run(trace(), PLAIN, new HostLoad(0, 0, 8, 0));
        List<DriveOutcome> drives = timed.result().drives();
        double less = drives.get(1).writeAmplification();
        double more = drives.get(0).writeAmplification();
        assertThat(more).isGreaterThan(1.2 * less);
        Timing slow = timed.timings().get(0);
        Timing fast = timed.timings().get(1);
        assertThat(fast.opsPerSecond() / slow.opsPerSecond())
                .isCloseTo(nanos(more) / nanos(less), withinPercentage(5));
        assertThat(fast.writes().mean()).isLessThan(slow.writes().mean());
        assertThat(fast.reads().count()).isZero();
    }

    @Test
    void theClockChangesNothingThatIsCounted() throws IOException {
        Simulation.Result counted = simulation().run(trace());
        HostLoad load = new HostLoad(0.5, 0, 8, 0);
        Simulation.TimedResult timed = simulation().run(trace(), PLAIN, load);
        assertThat(timed.result().drives()).isEqualTo(counted.drives());
        assertThat(timed.result().rounds()).isEqualTo(counted.rounds());
    }

    @Test
    void asManyPagesAreReadAsWritten() throws IOException {
        HostLoad load = new HostLoad(0.5, 0, 8, 0);
        Timing timing = simulation().run(trace(), PLAIN, load).timings().get(0);
        assertThat(timing.reads().count())
                .isGreaterThanOrEqualTo(DRIVE.geometry().logicalPages() - 1)
                .isGreaterThan(3 * timing.writes().count());
        assertThat(timing.reads().percentile(50)).isPositive();
    }

    @Test
    void refusesWhatDoesNotFit() {
        HostLoad load = new HostLoad(0.5, 0, 8, 0);
        FlashSpec qlc = Preset.of("qlc").flash();
        assertThatThrownBy(() -> simulation().run(trace(), qlc, load))
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessageContaining("64 pages cannot be spread over 128 planes");
        assertThatThrownBy(() -> simulation().requireFit(PLAIN, new HostLoad(1, 0, 8, 0)))
                .hasMessageContaining("the part of reads must be at most 0.99");
    }
}
