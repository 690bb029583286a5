// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CalibrationPlanTest {
    private static final long GIB = 1L << 30;
    private static final Layout LAYOUT =
            new Layout(
                    2 * GIB,
                    MemtableAllocation.OFFHEAP_OBJECTS,
                    0.5,
                    0.3,
                    16 * Budget.MIB,
                    0,
                    400 * Budget.MIB,
                    2 * Budget.MIB,
                    250 * Budget.MIB,
                    0);

    private final List<Calibration.Run> runs = new ArrayList<>();

    @Test
    void levelsAreFarFromEachOtherByMemtablesOrByCaches() throws BudgetException {
        List<Long> levels = plan(5).levels();
        assertThat(levels).hasSize(5).isSorted().first().isEqualTo(32 * Budget.MIB);
        assertThat(levels.get(4)).isEqualTo(LAYOUT.largestMemtableBytes());
        // Greedy: two of four gaps are halves of others, so none is below half of an even gap.
        double fewest = Double.POSITIVE_INFINITY;
        for (int i = 1; i < 5; i++)
            fewest = Math.min(fewest, apart(levels.get(i - 1), levels.get(i), levels));
        assertThat(fewest).isGreaterThan(0.25);
        // By memtables alone, no level would be at a quarter to three quarters of the range of
        // caches.
        assertThat(levels.stream().map(each -> ofCaches(each, levels)))
                .anyMatch(part -> part > 0.25 && part < 0.75);
    }

    private static double apart(long left, long right, List<Long> levels) {
        return Math.max(
                ofMemtables(right, levels) - ofMemtables(left, levels),
                ofCaches(left, levels) - ofCaches(right, levels));
    }

    /** Returns the position of a level between the fewest memtables and the most. */
    private static double ofMemtables(long level, List<Long> levels) {
        long first = levels.get(0);
        return Math.log((double) level / first)
                / Math.log((double) levels.get(levels.size() - 1) / first);
    }

    /** Returns the position of a level between the fewest caches and the most. */
    private static double ofCaches(long level, List<Long> levels) {
        double fewest = caches(levels.get(levels.size() - 1));
        return Math.log(caches(level) / fewest) / Math.log(caches(levels.get(0)) / fewest);
    }

    private static double caches(long level) {
        try {
            return LAYOUT.budget(level).cacheBytes();
        } catch (BudgetException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Both ends come first, then the middle, then the middle of each half. */
    @Test
    void eachLevelIsMeasuredOnceFromCoarseToFine() throws BudgetException {
        CalibrationPlan plan = plan(5);
        for (int i = 0; i < 5; i++) measure(plan, new Random(1));
        List<Long> levels = plan.levels();
        assertThat(runs.stream().map(Calibration.Run::memtableBytes).limit(3))
                .usingElementComparator(CalibrationPlanTest::roughly)
                .containsExactly(levels.get(0), levels.get(4), levels.get(2));
        assertThat(runs.stream().map(Calibration.Run::memtableBytes).skip(3))
                .usingElementComparator(CalibrationPlanTest::roughly)
                .containsExactlyInAnyOrder(levels.get(1), levels.get(3));
    }

    @Test
    void noTwoLevelsAreTakenForOne() throws BudgetException {
        Layout narrow = LAYOUT.withTotal(850 * Budget.MIB);
        int most = 3;
        for (int count = 3; count < 40; count++) {
            List<Long> levels;
            try {
                levels = new CalibrationPlan(narrow, 32 * Budget.MIB, count).levels();
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("there are no %d levels".formatted(count));
                break;
            }
            most = count;
            for (int i = 1; i < count; i++)
                assertThat(levels.get(i) - levels.get(i - 1)).isGreaterThan(2 * Budget.MIB);
        }
        assertThat(most).isBetween(4, 10);
    }

    /** No level may be left out, for any number of levels. */
    @Test
    void everyNumberOfLevelsIsMeasuredInFull() throws BudgetException {
        for (int count = 3; count <= 12; count++) {
            runs.clear();
            CalibrationPlan plan = plan(count);
            for (int i = 0; i < count; i++) measure(plan, new Random(1));
            assertThat(runs.stream().map(Calibration.Run::memtableBytes).distinct()).hasSize(count);
        }
    }

    @Test
    void thenTheLeastCertainMostOftenButNotAlone() throws BudgetException {
        CalibrationPlan plan = plan(5);
        Random noise = new Random(2);
        for (int i = 0; i < 40; i++) measure(plan, noise);
        List<Long> counts =
                plan.levels().stream()
                        .map(
                                level ->
                                        runs.stream()
                                                .filter(
                                                        run ->
                                                                roughly(run.memtableBytes(), level)
                                                                        == 0)
                                                .count())
                        .toList();
        assertThat(counts).allMatch(count -> count >= 4);
        assertThat(counts.get(0)).isEqualTo(Collections.max(counts)).isGreaterThan(counts.get(2));
    }

    /** With one kind of operation, its model decides: here the one that is inaccurate below. */
    @Test
    void workloadsThatOnlyWriteArePlannedByTheirWrites() throws BudgetException {
        CalibrationPlan plan = plan(3);
        double[] seconds = {2e-4, 1.1e-4, 1.2e-4};
        for (int i = 0; i < seconds.length; i++) {
            Budget budget = LAYOUT.budget(plan.levels().get(i));
            runs.add(
                    new Calibration.Run(
                            budget.memtableBytes(), budget.cacheBytes(), null, seconds[i], 0.0));
        }
        assertThat(plan.next(measured())).isEqualTo(plan.levels().get(2));
    }

    @Test
    void tooFewLevelsOrTooLittleRoomIsRefused() {
        assertThatThrownBy(() -> plan(2)).hasMessage("at least 3 levels are needed, not 2");
        assertThatThrownBy(() -> new CalibrationPlan(LAYOUT, 2 * GIB, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("between 2048 and");
        assertThatThrownBy(() -> new CalibrationPlan(LAYOUT.withTotal(GIB / 2), 1, 3))
                .isInstanceOf(BudgetException.class);
    }

    private static CalibrationPlan plan(int levels) throws BudgetException {
        return new CalibrationPlan(LAYOUT, 32 * Budget.MIB, levels);
    }

    private void measure(CalibrationPlan plan, Random noise) throws BudgetException {
        Budget budget = LAYOUT.budget(plan.next(measured()));
        double memtables = (double) budget.memtableBytes() / Budget.MIB;
        double caches = (double) budget.cacheBytes() / Budget.MIB;
        runs.add(
                new Calibration.Run(
                        budget.memtableBytes(),
                        budget.cacheBytes(),
                        (1e-3 - 1e-4 * Math.log(caches)) * (1 + 0.05 * noise.nextGaussian()),
                        (1e-4 + 1e-3 / memtables) * (1 + 0.05 * noise.nextGaussian()),
                        0.5));
    }

    private Calibration measured() {
        return new Calibration("here", "5.0.9", "a", LAYOUT, runs);
    }

    private static int roughly(long left, long right) {
        return Math.abs(left - right) <= 2 * Budget.MIB ? 0 : Long.compare(left, right);
    }
}
