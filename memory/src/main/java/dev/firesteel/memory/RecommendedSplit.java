// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import dev.firesteel.memory.Objective.Expectation;
import dev.firesteel.memory.Objective.Limits;
import dev.firesteel.memory.Objective.Step;
import dev.firesteel.memory.Objective.Weights;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How memory is best divided, by what was measured.
 *
 * @param calibration what it is derived from
 * @param weights what matters
 * @param objective what was compared
 * @param reads the model of reads: a constant if its curve has them slower with more memory
 * @param writes the model of writes, the same
 * @param limit which measurements of writes it is fitted to
 * @param recommended what changes least of what is as good, to 1 %
 * @param byDefault what Cassandra would do
 * @param steps away from what is recommended; none if nothing was told, for they go by the curves,
 *     nor from what Cassandra would do, which differs in more
 * @param flat where nothing loses more than 1 % of the best: from, to, in bytes of memtables
 * @param bestOfTold what would be best without what was not told from a constant; null if all was,
 *     or nothing, or if that lies beyond what was measured
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
    /** Caches and memtables do not step together to the MiB. */
    private static final double EDGE_MIB = 2;

    public RecommendedSplit {
        steps = List.copyOf(steps);
        flat = List.copyOf(flat);
    }

    /**
     * Divides memory.
     *
     * @param layout what is settled of it, which may be of another machine than was measured
     * @throws BudgetException if no node could start so
     * @throws MeasurementsException if there are too few to fit a model, or one takes no time
     * @throws IllegalArgumentException if no memtables are as small as the limits want them
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

    /** Where larger memtables were seen to be slower, none is larger than the largest below. */
    private static Limits kept(Limits limits, FlushLimit flush, Fit writes) {
        if (flush.beyond().isEmpty()) return limits;
        long most = (long) (writes.largest() * Budget.MIB);
        Long wanted = limits.memtableBytes();
        return new Limits(
                limits.readMax(),
                limits.writeMax(),
                wanted == null ? (Long) most : (Long) Math.min(most, wanted));
    }

    /** The best of the divisions compared. */
    public Expectation best() {
        return objective.best();
    }

    /** Whether what Cassandra would do is recommended: to leave all as it is. */
    public boolean isByDefault() {
        return recommended.budget().equals(byDefault.budget());
    }

    /** Whether it is memory as large as was measured that is divided. */
    public boolean isOfMeasuredTotal() {
        return recommended.budget().totalBytes() == calibration.layout().totalBytes();
    }

    /**
     * Whether what keeps the best from going on is that no more was measured, and no limit: it may
     * be better beyond. Not where all is left as it is.
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
