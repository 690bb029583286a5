// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import dev.firesteel.memory.Objective.Expectation;
import dev.firesteel.memory.Objective.Limits;
import dev.firesteel.memory.Objective.Step;
import dev.firesteel.memory.Objective.Weights;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The recommended memory split according to measurements.
 *
 * @param calibration the measurements it is derived from
 * @param weights the weights of reads and writes
 * @param objective the comparison of splits
 * @param reads the model of reads: a constant if fitted as slower with more memory
 * @param writes the model of writes, likewise
 * @param limit the measurements of writes that its fit uses
 * @param recommended the smallest change within 1 % of the best
 * @param byDefault Cassandra's default split
 * @param steps away from the recommendation; empty if nothing is significant, as steps follow the
 *     fitted curves, and for Cassandra's defaults, which differ in more
 * @param flat the range that loses at most 1 % of the best: from, to, in bytes of memtables
 * @param bestOfTold the best without insignificant effects; null if all are significant, or none,
 *     or if it lies outside the measured range
 */
public record RecommendedSplit(
        Calibration calibration,
        Weights weights,
        Objective objective,
        Fit reads,
        Fit writes,
        FlushLimit limit,
        Expectation recommended,
        Expectation byDefault,
        List<Step> steps,
        List<Long> flat,
        @Nullable Expectation bestOfTold) {
    /** Tolerance at an edge: caches and memtables do not change in equal steps. */
    private static final double EDGE_MIB = 2;

    public RecommendedSplit {
        steps = List.copyOf(steps);
        flat = List.copyOf(flat);
    }

    /**
     * Splits memory.
     *
     * @param layout the fixed settings, possibly of another machine than measured
     * @throws BudgetException if no node could start
     * @throws MeasurementsException if there are too few to fit a model, or a model's time is not
     *     above 0
     * @throws IllegalArgumentException if no memtables are as small as the limits require
     */
    public static RecommendedSplit of(
            Calibration calibration, Layout layout, Weights weights, Limits limits)
            throws BudgetException, MeasurementsException {
        FlushLimit limit = FlushLimit.of(calibration.writes());
        Fit reads = Fit.of(TimeModel.READ, calibration.reads()).orConstant();
        Fit writes = Fit.of(TimeModel.WRITE, limit.within()).orConstant();
        Objective objective =
                new Objective(layout, reads, writes, weights, kept(limits, limit, writes));
        Expectation recommended = objective.recommended();
        Budget byDefault = Budget.byDefault(layout);
        boolean isByDefault = recommended.budget().equals(byDefault);
        return new RecommendedSplit(
                calibration,
                weights,
                objective,
                reads,
                writes,
                limit,
                recommended,
                objective.of(byDefault),
                objective.isTold() && !isByDefault ? objective.steps(recommended) : List.of(),
                objective.flat(),
                objective.bestOfTold().filter(Expectation::isMeasured).orElse(null));
    }

    /** Limits memtables to the largest size measured below the flush limit, if one was detected. */
    private static Limits kept(Limits limits, FlushLimit flush, Fit writes) {
        if (flush.beyond().isEmpty()) return limits;
        long most = (long) (writes.largest() * Budget.MIB);
        Long wanted = limits.memtableBytes();
        return new Limits(
                limits.readMax(),
                limits.writeMax(),
                wanted == null ? (Long) most : (Long) Math.min(most, wanted));
    }

    /** Returns the best of the splits compared. */
    public Expectation best() {
        return objective.best();
    }

    /** Returns whether Cassandra's defaults are recommended: no change. */
    public boolean isByDefault() {
        return recommended.budget().equals(byDefault.budget());
    }

    /** Returns whether the total is that of the measured machine. */
    public boolean isOfMeasuredTotal() {
        return recommended.budget().totalBytes() == calibration.layout().totalBytes();
    }

    /**
     * Returns whether only the range of measurements bounds the best, not a limit: it may be better
     * beyond. False if the defaults are recommended.
     */
    public boolean isAtEdge() {
        if (!objective.isKnown() || !objective.isTold() || isByDefault()) return false;
        long bytes = best().budget().memtableBytes();
        double memtables = bytes / (double) Budget.MIB;
        double caches = best().budget().cacheBytes() / (double) Budget.MIB;
        double up = Math.min(writes.largest() - memtables, caches - reads.smallest());
        double down = memtables - writes.smallest();
        boolean isLimited = bytes == objective.largestBytes();
        return !isLimited
                && (up <= EDGE_MIB || (bytes > objective.smallestBytes() && down <= EDGE_MIB));
    }
}
