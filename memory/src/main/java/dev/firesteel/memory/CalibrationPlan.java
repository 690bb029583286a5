// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which division of memory to measure next: each of some levels once, from coarse to fine, then
 * wherever the models are least certain.
 *
 * <p>Levels are those of a maximin distance design (Johnson, Moore and Ylvisaker, "Minimax and
 * maximin distance designs", 1990), found greedily: both ends, and then always what is furthest
 * from all that were chosen. How far two are from each other is by the ratio of their memtables or
 * that of their caches, whichever is the larger part of what it is from end to end: the model of
 * writes turns where memtables are few, that of reads where caches are, and levels that are evenly
 * spaced by memtables alone leave all but one of them with nearly the same caches.
 *
 * <p>A level's uncertainty is the half width of the models' 95 % bands there, as parts of the times
 * that they expect, added over both and divided by the root of how often the level was measured.
 * The bands are widest at an end; without the division the ends alone would be measured, and
 * nothing would show that the models are not straight.
 */
public final class CalibrationPlan {
    private static final int FEWEST_LEVELS = 3;

    /** A level is divided into whole MiB on the heap and outside it, and may lose two of them. */
    private static final long SAME_BYTES = 2 * Budget.MIB;

    private final Layout layout;
    private final List<Long> coarseToFine;

    /**
     * A plan.
     *
     * @param smallestBytes the fewest memtables to measure
     * @param count how many levels; at least 3
     * @throws BudgetException if no node could start in the layout
     * @throws IllegalArgumentException if there is no room for so many levels
     */
    public CalibrationPlan(Layout layout, long smallestBytes, int count) throws BudgetException {
        if (count < FEWEST_LEVELS)
            throw new IllegalArgumentException(
                    "at least " + FEWEST_LEVELS + " levels are wanted, not " + count);
        long largest = layout.largestMemtableBytes();
        long first = Math.max(smallestBytes, layout.smallestMemtableBytes());
        this.layout = layout;
        this.coarseToFine = new ArrayList<>(List.of(first, largest));
        while (first < largest && coarseToFine.size() < count) {
            Optional<Long> next = furthest();
            if (next.isEmpty()) break;
            coarseToFine.add(next.get());
        }
        if (coarseToFine.size() < count)
            throw new IllegalArgumentException(
                    "between %d and %d MiB of memtables there are no %d levels"
                            .formatted(first / Budget.MIB, largest / Budget.MIB, count));
    }

    /** What is furthest from the level that is nearest to it. */
    private Optional<Long> furthest() throws BudgetException {
        Long furthest = null;
        double most = 0;
        for (long at = coarseToFine.get(0); at <= coarseToFine.get(1); at += Budget.MIB) {
            double nearest = Double.POSITIVE_INFINITY;
            for (long level : coarseToFine)
                nearest = Math.min(nearest, isSame(at, level) ? 0 : distance(at, level));
            if (nearest > most) {
                most = nearest;
                furthest = at;
            }
        }
        return Optional.ofNullable(furthest);
    }

    /** 1 from end to end. */
    private double distance(long left, long right) throws BudgetException {
        Budget one = layout.budget(left);
        Budget other = layout.budget(right);
        Budget first = layout.budget(coarseToFine.get(0));
        Budget last = layout.budget(coarseToFine.get(1));
        return Math.max(
                Math.abs(
                        ratio(one.memtableBytes(), other.memtableBytes())
                                / ratio(first.memtableBytes(), last.memtableBytes())),
                Math.abs(
                        ratio(one.cacheBytes(), other.cacheBytes())
                                / ratio(first.cacheBytes(), last.cacheBytes())));
    }

    private static double ratio(long left, long right) {
        return Math.log((double) left / right);
    }

    private static boolean isSame(long left, long right) {
        return Math.abs(left - right) <= SAME_BYTES;
    }

    /** What may be measured: bytes of memtables, rising. */
    public List<Long> levels() {
        return coarseToFine.stream().sorted().toList();
    }

    /**
     * The level to measure next.
     *
     * @param measured so far, also at other levels
     */
    public long next(Calibration measured) throws BudgetException {
        for (long level : coarseToFine) if (count(level, measured) == 0) return level;
        long next = coarseToFine.get(0);
        for (long level : coarseToFine)
            if (uncertainty(level, measured) > uncertainty(next, measured)) next = level;
        return next;
    }

    private static long count(long level, Calibration measured) {
        return measured.runs().stream().filter(run -> isSame(run.memtableBytes(), level)).count();
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
