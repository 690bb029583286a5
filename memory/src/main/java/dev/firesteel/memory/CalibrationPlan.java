// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Which division of memory to measure next: each of some levels once, from coarse to fine, then
 * wherever the models are least certain.
 *
 * <p>A level's uncertainty is the half width of the models' 95 % bands there, as parts of the times
 * that they expect, added over both and divided by the root of how often the level was measured.
 * The bands are widest at an end; without the division the ends alone would be measured, and
 * nothing would show that the models are not straight.
 */
public final class CalibrationPlan {
    private static final int FEWEST_LEVELS = 3;

    private final Layout layout;
    private final List<Long> levels;

    /**
     * A plan.
     *
     * @param smallestBytes the fewest memtables to measure
     * @param count how many levels, evenly spaced by ratio, as the models are neither even in
     *     memory nor in its inverse; at least 3
     * @throws BudgetException if no node could start in the layout
     * @throws IllegalArgumentException if there is no room for so many levels
     */
    public CalibrationPlan(Layout layout, long smallestBytes, int count) throws BudgetException {
        if (count < FEWEST_LEVELS)
            throw new IllegalArgumentException(
                    "at least " + FEWEST_LEVELS + " levels are wanted, not " + count);
        long largest = layout.largestMemtableBytes();
        double first = Math.max(smallestBytes, layout.smallestMemtableBytes());
        List<Long> spaced = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double exact = first * Math.pow(largest / first, (double) i / (count - 1));
            long level = Math.round(exact / Budget.MIB) * Budget.MIB;
            if (!spaced.contains(level)) spaced.add(level);
        }
        if (largest < first || spaced.size() < count)
            throw new IllegalArgumentException(
                    "between %.0f and %d MiB of memtables there are no %d levels"
                            .formatted(first / Budget.MIB, largest / Budget.MIB, count));
        this.layout = layout;
        this.levels = List.copyOf(spaced);
    }

    /** What may be measured: bytes of memtables, rising. */
    public List<Long> levels() {
        return levels;
    }

    /**
     * The level to measure next.
     *
     * @param measured so far, also at other levels
     */
    public long next(Calibration measured) throws BudgetException {
        for (int each : coarseToFine())
            if (count(levels.get(each), measured) == 0) return levels.get(each);
        long next = levels.get(0);
        for (long level : levels)
            if (uncertainty(level, measured) > uncertainty(next, measured)) next = level;
        return next;
    }

    /** Both ends, the middle, the middles of what is between, and so on. */
    private List<Integer> coarseToFine() {
        int last = levels.size() - 1;
        List<Integer> order = new ArrayList<>(List.of(0, last));
        for (int parts = 2; order.size() < levels.size(); parts *= 2)
            for (int part = 1; part < parts; part += 2) {
                int at = (int) Math.round((double) last * part / parts);
                if (!order.contains(at)) order.add(at);
            }
        return order;
    }

    /** A level is divided into whole MiB on the heap and outside it, and may lose two of them. */
    private static long count(long level, Calibration measured) {
        return measured.runs().stream()
                .filter(run -> Math.abs(run.memtableBytes() - level) <= 2 * Budget.MIB)
                .count();
    }

    private double uncertainty(long level, Calibration measured) throws BudgetException {
        Budget budget = layout.budget(level);
        double both =
                uncertainty(TimeModel.WRITE, measured.writes(), budget.memtableBytes())
                        + uncertainty(TimeModel.READ, measured.reads(), budget.cacheBytes());
        return both / Math.sqrt((double) count(level, measured));
    }

    /** 0 where there is nothing to fit. */
    private static double uncertainty(TimeModel model, List<Measurement> points, long bytes) {
        try {
            Fit fit = Fit.of(model, points);
            double memory = (double) bytes / Budget.MIB;
            Fit.Interval band = fit.band(memory);
            return (band.high() - band.low()) / 2 / fit.seconds(memory);
        } catch (MeasurementsException e) {
            return 0;
        }
    }
}
