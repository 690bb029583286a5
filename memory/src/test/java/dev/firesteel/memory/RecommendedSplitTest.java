// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.memory.Objective.Goal;
import dev.firesteel.memory.Objective.Limits;
import dev.firesteel.memory.Objective.Weights;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class RecommendedSplitTest {
    private static final long MIB = Budget.MIB;
    private static final Weights EVEN = new Weights(Goal.RATES, 0.5, 0.5);
    private static final int[] LEVELS = {50, 100, 200, 400, 800, 1600};

    private static Calibration calibration(
            DoubleUnaryOperator readSeconds, DoubleUnaryOperator writeSeconds)
            throws BudgetException {
        Calibration calibration =
                new Calibration("m", "5.0.9", "a", ObjectiveTest.LAYOUT, List.of());
        for (int level : LEVELS) {
            long caches = ObjectiveTest.LAYOUT.budget(level * MIB).cacheBytes();
            calibration =
                    calibration.with(
                            new Calibration.Run(
                                    level * MIB,
                                    caches,
                                    readSeconds.applyAsDouble((double) caches / MIB),
                                    writeSeconds.applyAsDouble(level),
                                    0.5));
        }
        return calibration;
    }

    private static double readSeconds(double mebibytes) {
        return 1e-3 - 1e-4 * Math.log(mebibytes);
    }

    private static double writeSeconds(double mebibytes) {
        return 5e-3 / mebibytes + 1e-4;
    }

    private static Calibration ofTheModels() throws BudgetException {
        return calibration(RecommendedSplitTest::readSeconds, RecommendedSplitTest::writeSeconds);
    }

    private static RecommendedSplit split(Calibration calibration, Weights weights, Limits limits)
            throws Exception {
        return RecommendedSplit.of(calibration, ObjectiveTest.LAYOUT, weights, limits);
    }

    @Test
    void whatFollowsTheModelsIsDividedByThem() throws Exception {
        Calibration calibration = ofTheModels();
        RecommendedSplit split = split(calibration, EVEN, Limits.NONE);
        assertThat(split.byDefault().budget()).isEqualTo(Budget.byDefault(ObjectiveTest.LAYOUT));
        assertThat(split.recommended().value()).isGreaterThan(split.byDefault().value());
        assertThat(split.isByDefault()).isFalse();
        assertThat(split.isAtEdge()).isFalse();
        assertThat(split.steps()).hasSize(2);
        assertThat(split.bestOfTold()).isNull();
        Weights onlyReads = new Weights(Goal.RATES, 1, 0);
        assertThat(split(calibration, onlyReads, Limits.NONE).isAtEdge()).isTrue();
        // It is at the edge because the limit allows nothing else.
        Limits smallest = new Limits(null, null, 50 * MIB);
        assertThat(split(calibration, onlyReads, smallest).isAtEdge()).isFalse();
        assertThat(split(calibration, new Weights(Goal.RATES, 0, 1), Limits.NONE).isAtEdge())
                .isTrue();
    }

    @Test
    void memtablesThatWereSlowerAreLeftOutOfTheModelAndOfTheChoice() throws Exception {
        Calibration calibration =
                calibration(
                        RecommendedSplitTest::readSeconds,
                        memory ->
                                writeSeconds(memory)
                                        * (memory > 800 ? 2 : memory == 50 ? 1.001 : 1));
        Weights ofWrites = new Weights(Goal.RATES, 0, 1);
        RecommendedSplit split = split(calibration, ofWrites, Limits.NONE);
        assertThat(split.limit().beyond()).hasSize(1);
        assertThat(split.writes().points()).isEqualTo(5);
        assertThat(split.best().budget().memtableBytes()).isEqualTo(800 * MIB);
        assertThat(split.recommended().budget().memtableBytes())
                .isBetween(ObjectiveTest.DEFAULT_MEMTABLES, 800 * MIB);
        Limits fewer = new Limits(null, null, 300 * MIB);
        assertThat(split(calibration, ofWrites, fewer).recommended().budget().memtableBytes())
                .isEqualTo(300 * MIB);
        Limits more = new Limits(null, null, 1500 * MIB);
        assertThat(split(calibration, ofWrites, more).objective().largestBytes())
                .isEqualTo(800 * MIB);
    }

    /** On a small machine, the calibrated rest of the heap takes more than Cassandra's default. */
    @Test
    void whereTheDefaultsAreExpectedToDoBetterAllIsLeftAsItIs() throws Exception {
        Calibration calibration = ofTheModels();
        Layout small = ObjectiveTest.LAYOUT.withTotal(1300 * MIB);
        RecommendedSplit split = RecommendedSplit.of(calibration, small, EVEN, Limits.NONE);
        assertThat(split.isByDefault()).isTrue();
        assertThat(split.recommended()).isEqualTo(split.byDefault());
        assertThat(split.recommended().value()).isGreaterThan(split.best().value());
        assertThat(split.steps()).isEmpty();
        Limits fewer = new Limits(null, null, 100 * MIB);
        assertThat(RecommendedSplit.of(calibration, small, EVEN, fewer).isByDefault()).isFalse();
    }

    /** Slightly above the smallest node, the defaults are not limited by the layout's memtables. */
    @Test
    void ofASmallMachineTheDefaultsMayHaveMoreMemtablesThanTheLayoutLeaves() throws Exception {
        Calibration calibration = ofTheModels();
        Layout small = ObjectiveTest.LAYOUT.withTotal(950 * MIB);
        RecommendedSplit split = RecommendedSplit.of(calibration, small, EVEN, Limits.NONE);
        assertThat(split.byDefault().budget().memtableBytes())
                .isGreaterThan(split.objective().largestBytes());
        assertThat(split.isByDefault()).isTrue();
    }

    /** Caches can have the memory beyond the measured range. */
    @Test
    void aLargerMachineIsDividedMuchAsASlightlySmallerOne() throws Exception {
        Calibration calibration = ofTheModels();
        Weights ofReads = new Weights(Goal.RATES, 0.8, 0.2);
        long before = split(calibration, ofReads, Limits.NONE).best().budget().memtableBytes();
        for (long more = 100; more <= 1000; more += 100) {
            Layout larger = ObjectiveTest.LAYOUT.withTotal((4096 + more) * MIB);
            RecommendedSplit split = RecommendedSplit.of(calibration, larger, ofReads, Limits.NONE);
            long memtables = split.best().budget().memtableBytes();
            assertThat(memtables).as("%s MiB more", more).isBetween(before, before + 150 * MIB);
            assertThat(split.objective().isKnown()).isTrue();
            before = memtables;
        }
    }

    @Test
    void whereNothingIsToldAllIsLeftAsItIs() throws Exception {
        // Reads and writes are slower with more memory.
        RecommendedSplit split =
                split(calibration(Math::sqrt, memory -> memory), EVEN, Limits.NONE);
        assertThat(split.reads().isConstant()).isTrue();
        assertThat(split.writes().isConstant()).isTrue();
        assertThat(split.isByDefault()).isTrue();
        assertThat(split.recommended()).isEqualTo(split.byDefault());
        assertThat(split.steps()).isEmpty();
        assertThat(split.isAtEdge()).isFalse();
    }
}
