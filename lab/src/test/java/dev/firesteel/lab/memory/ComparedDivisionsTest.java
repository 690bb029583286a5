// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.Layout;
import dev.firesteel.memory.MemtableAllocation;
import dev.firesteel.memory.Objective.Goal;
import dev.firesteel.memory.Objective.Limits;
import dev.firesteel.memory.Objective.Weights;
import dev.firesteel.memory.RecommendedSplit;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ComparedDivisionsTest {
    private static final long MIB = Budget.MIB;
    private static final int[] LEVELS = {16, 64, 256, 600};

    private static Layout layout(long totalBytes, long heapRestBytes) {
        return new Layout(
                totalBytes,
                MemtableAllocation.HEAP_BUFFERS,
                0,
                0,
                51 * MIB,
                0,
                heapRestBytes,
                2 * MIB,
                300 * MIB,
                0);
    }

    private static Calibration calibration(
            Layout layout, DoubleUnaryOperator readSeconds, DoubleUnaryOperator writeSeconds)
            throws BudgetException {
        Calibration calibration = new Calibration("m", "5.0.9", "a", layout, List.of());
        for (int level : LEVELS) {
            long caches = layout.budget(level * MIB).cacheBytes();
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

    private static RecommendedSplit split(Calibration calibration, Layout layout, Limits limits)
            throws Exception {
        return RecommendedSplit.of(calibration, layout, new Weights(Goal.RATES, 0.5, 0.5), limits);
    }

    private static RecommendedSplit split(Layout measured, long budgetBytes) throws Exception {
        return split(measured, budgetBytes, Limits.NONE);
    }

    /** Returns the split of a machine that follows the models. */
    private static RecommendedSplit split(Layout measured, long budgetBytes, Limits limits)
            throws Exception {
        Calibration calibration =
                calibration(
                        measured,
                        memory -> 1e-3 - 1e-4 * Math.log(memory),
                        memory -> 3e-4 / memory + 1e-4);
        return split(calibration, measured.withTotal(budgetBytes), limits);
    }

    private static List<String> names(List<Division> divisions) {
        return divisions.stream().map(Division::name).toList();
    }

    @Test
    void theControlHasTheMemtablesOfTheDefaultsAndTheHeapThatWasCalibrated() throws Exception {
        RecommendedSplit split = split(layout(2048 * MIB, 512 * MIB), 2048 * MIB);
        List<Division> divisions = ComparedDivisions.of(split, 2);
        assertThat(names(divisions)).hasSize(5).startsWith("defaults", "recommended", "control");
        Budget defaults = divisions.get(0).budget();
        Budget recommended = divisions.get(1).budget();
        Budget control = divisions.get(2).budget();
        assertThat(defaults.heapBytes()).isEqualTo(1024 * MIB);
        assertThat(control.memtableBytes()).isEqualTo(defaults.memtableBytes());
        assertThat(control.heapRestBytes())
                .isEqualTo(recommended.heapRestBytes())
                .isLessThan(defaults.heapRestBytes());
        assertThat(control.cacheBytes()).isGreaterThan(defaults.cacheBytes());
        for (Division each : divisions.subList(3, 5)) {
            assertThat(each.name()).isEqualTo(each.budget().memtableBytes() / MIB + "MiB");
            for (int level : LEVELS)
                assertThat(each.budget().memtableBytes()).isNotEqualTo(level * MIB);
        }
    }

    @Test
    void whereTheCalibrationHasTheHeapOfTheDefaultsTheyAreTheControl() throws Exception {
        Layout asByDefault = layout(2048 * MIB, (1024 - 256 - 51) * MIB);
        assertThat(names(ComparedDivisions.of(split(asByDefault, 2048 * MIB), 0)))
                .containsExactly("defaults", "recommended");
    }

    @Test
    void whereTheDefaultsAreRecommendedTheyAreThereOnce() throws Exception {
        Layout layout = layout(2048 * MIB, 512 * MIB);
        // Reads are slower with more memory, which no cache causes.
        RecommendedSplit untold =
                split(calibration(layout, Math::sqrt, memory -> memory), layout, Limits.NONE);
        assertThat(names(ComparedDivisions.of(untold, 1)))
                .hasSize(3)
                .startsWith("defaults", "control");
    }

    @Test
    void aBudgetWithoutRoomForTheControlHasNone() throws Exception {
        Layout measured = layout(2048 * MIB, 900 * MIB);
        assertThat(names(ComparedDivisions.of(split(measured, 1450 * MIB), 0)))
                .containsExactly("defaults");
        RecommendedSplit limited = split(measured, 1450 * MIB, new Limits(null, null, 30 * MIB));
        assertThat(names(ComparedDivisions.of(limited, 0)))
                .containsExactly("defaults", "recommended");
    }

    @Test
    void aBudgetInWhichNoNodeStartsByDefaultIsRefused() throws Exception {
        RecommendedSplit tiny = split(layout(2048 * MIB, 256 * MIB), 726 * MIB);
        assertThatThrownBy(() -> ComparedDivisions.of(tiny, 0)).isInstanceOf(BudgetException.class);
    }
}
