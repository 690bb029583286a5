// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the memory split to measure next: each level once, from coarse to fine, then the level
 * where the models are least certain.
 *
 * <p>The levels form a maximin distance design (Johnson, Moore and Ylvisaker, "Minimax and maximin
 * distance designs", 1990), found greedily: both ends first, then always the size furthest from all
 * chosen ones. The distance of two sizes is the ratio of their memtables, or of their caches, each
 * relative to that from end to end; the larger counts. The model of writes bends where memtables
 * are small, that of reads where caches are small. Levels spaced evenly by memtables alone would
 * give nearly all of them the same caches.
 *
 * <p>A level's uncertainty is the half width of the models' 95 % bands there, relative to the times
 * that they expect. It is added over both models and divided by the root of the level's number of
 * measurements. The bands are widest at the ends: without that divisor only the ends would be
 * measured, and curvature would stay undetected.
 */
public final class CalibrationPlan {
    private static final int FEWEST_LEVELS = 3;

    /** Tolerance for equal levels: rounding to whole MiB loses up to two MiB. */
    private static final long SAME_BYTES = 2 * Budget.MIB;

    private final Layout layout;
    private final List<Long> coarseToFine;

    /**
     * Plans the levels.
     *
     * @param smallestBytes the smallest memtables to measure
     * @param count the number of levels; at least 3
     * @throws BudgetException if no node could start in the layout
     * @throws IllegalArgumentException if that many levels do not fit
     */
    public CalibrationPlan(Layout layout, long smallestBytes, int count) throws BudgetException {
        if (count < FEWEST_LEVELS)
            throw new IllegalArgumentException(
                    "at least " + FEWEST_LEVELS + " levels are needed, not " + count);
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

    /** Returns the size furthest from its nearest level. */
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

    /** Returns the distance of two sizes, 1 from end to end. */
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

    /** Returns the levels: bytes of memtables, rising. */
    public List<Long> levels() {
        return coarseToFine.stream().sorted().toList();
    }

    /**
     * Returns the level to measure next.
     *
     * @param measured the runs so far, also at other levels
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

    /** Returns the relative half width of the band, 0 if no model can be fitted. */
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
