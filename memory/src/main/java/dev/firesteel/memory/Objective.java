// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a division of memory is worth: operations a second of a mix, or formula 9 of Wang et al.,
 * {@code Perf = rate_read * throughput_read / read_max + rate_write * throughput_write /
 * write_max}, over formula 8, all that can be divided being memtables or caches.
 *
 * <p>Its optimum is found by trying every whole MiB. There is no closed form (the derivative mixes
 * powers and logarithms), and no shortcut by its shape: the term of reads is convex wherever a read
 * takes less than -2 b seconds, as the paper's own do, so there may be several peaks. As Cassandra
 * takes whole MiB only, the best of them is exact; 32 GiB are 32 768 evaluations.
 */
public final class Objective {
    private static final double FLAT = 0.01;

    private final Layout layout;
    private final Fit reads;
    private final Fit writes;
    private final Weights weights;
    private final Limits limits;
    private final long largestBytes;
    private final List<Long> candidates;
    private final boolean isKnown;
    private final int indexOfBest;
    private final Expectation best;
    private final double readMax;
    private final double writeMax;

    /** What is to be as large as can be. */
    public enum Goal {
        /**
         * Operations a second of clients that do one after the other, reads and writes in a mix: 1
         * / (read x seconds of a read + write x seconds of a write). What such a client does not
         * wait for one, it waits for the other, where a drive or processors are short; so that
         * neither rate says much, and this does.
         */
        OPERATIONS,

        /** Formula 9, of rates as if each were all that is done. */
        RATES
    }

    /**
     * How much reads and writes matter.
     *
     * @param goal to what
     * @param read 0 to 1: the part of operations that are reads, or rate_read
     * @param write the rest of 1
     */
    public record Weights(Goal goal, double read, double write) {
        public Weights {
            if (!(read >= 0 && write >= 0 && Math.abs(read + write - 1) < 1e-9))
                throw new IllegalArgumentException(
                        "weights are at least 0 and 1 together, not " + read + " and " + write);
        }
    }

    /**
     * What limits the choice.
     *
     * @param readMax operations a second that are wanted, above 0: read_max; null for the best that
     *     any of the divisions compared is expected to do
     * @param writeMax the same of writes: write_max
     * @param memtableBytes the most for memtables, whatever is measured; null for no such limit
     */
    public record Limits(
            @Nullable Double readMax, @Nullable Double writeMax, @Nullable Long memtableBytes) {
        /** None. */
        public static final Limits NONE = new Limits(null, null, null);
    }

    /**
     * Operations a second.
     *
     * @param perSecond as expected
     * @param low the lower end of the 95 % interval of the mean
     * @param high its upper end; infinite if the measurements cannot tell
     * @param isMeasured whether so much memory is within what was measured, and lay in the same
     *     places there; if not, it is extrapolated
     */
    public record Rate(double perSecond, double low, double high, boolean isMeasured) {
        private static Rate of(Fit fit, double memory, boolean isAlike) {
            Fit.Interval band = fit.band(memory);
            return new Rate(
                    1 / fit.seconds(memory),
                    1 / band.high(),
                    band.low() > 0 ? 1 / band.low() : Double.POSITIVE_INFINITY,
                    isAlike && fit.isMeasured(memory));
        }
    }

    /**
     * What is expected of a division.
     *
     * @param value of the objective
     */
    public record Expectation(Budget budget, Rate reads, Rate writes, double value) {
        /** Whether both lie within what was measured. */
        public boolean isMeasured() {
            return reads.isMeasured() && writes.isMeasured();
        }
    }

    /**
     * What a step away from a division does.
     *
     * @param memtableBytes more for memtables; below 0: less
     * @param cacheBytes more for caches, the other way round
     * @param writes the change of the rate of writes: 0.02 is 2 % more
     * @param reads the change of the rate of reads
     * @param to what is expected there
     */
    public record Step(
            long memtableBytes, long cacheBytes, double writes, double reads, Expectation to) {}

    /**
     * Prepares. A model by which more memory is slower is taken for a constant ({@link
     * Fit#orConstant}).
     *
     * @throws BudgetException if no node could start in the layout
     * @throws MeasurementsException if the models give no time for some division, or one below 0
     */
    public Objective(Layout layout, Fit reads, Fit writes, Weights weights, Limits limits)
            throws BudgetException, MeasurementsException {
        this.layout = layout;
        this.reads = reads.orConstant();
        this.writes = writes.orConstant();
        this.weights = weights;
        this.limits = limits;
        Long limit = limits.memtableBytes();
        long largest = layout.largestMemtableBytes();
        this.largestBytes = limit == null ? largest : Math.min(largest, limit);
        if (largestBytes < layout.smallestMemtableBytes())
            throw new IllegalArgumentException(
                    "memtables need at least %d MiB, more than the limit of %d MiB"
                            .formatted(
                                    layout.smallestMemtableBytes() / Budget.MIB,
                                    largestBytes / Budget.MIB));
        List<Long> known = new ArrayList<>();
        List<Long> all = new ArrayList<>();
        for (long at = smallestBytes(); at <= largestBytes; at += Budget.MIB) {
            all.add(at);
            if (isKnown(layout.budget(at))) known.add(at);
        }
        this.isKnown = !known.isEmpty();
        this.candidates = isKnown ? known : all;
        this.readMax = max(limits.readMax(), this::readsPerSecond);
        this.writeMax = max(limits.writeMax(), this::writesPerSecond);
        this.indexOfBest = indexOfBest();
        this.best = at(candidates.get(indexOfBest));
    }

    /**
     * More caches than were measured are no slower than the most that were, as which they count.
     * More memtables may well be.
     */
    private boolean isKnown(Budget budget) {
        return mebibytes(budget.cacheBytes()) >= reads.smallest()
                && writes.isMeasured(mebibytes(budget.memtableBytes()));
    }

    private double max(@Nullable Double wanted, ToDoubleFunction<Budget> rate)
            throws BudgetException, MeasurementsException {
        double most = 0;
        for (long each : candidates) {
            double found = rate.applyAsDouble(layout.budget(each));
            if (!(found > 0 && Double.isFinite(found)))
                throw new MeasurementsException(
                        "the fitted model takes no time at %d MiB of memtables: it does not describe"
                                        .formatted(each / Budget.MIB)
                                + " what was measured");
            most = Math.max(most, found);
        }
        return wanted == null ? most : wanted;
    }

    private double readsPerSecond(Budget budget) {
        return 1 / reads.seconds(mebibytes(budget.cacheBytes()));
    }

    private double writesPerSecond(Budget budget) {
        return 1 / writes.seconds(mebibytes(budget.memtableBytes()));
    }

    private static double mebibytes(long bytes) {
        return (double) bytes / Budget.MIB;
    }

    /** What is to be as large as can be. */
    public Goal goal() {
        return weights.goal();
    }

    /** The fewest memtables with which a node starts. */
    public long smallestBytes() {
        return layout.smallestMemtableBytes();
    }

    /** The most that memtables can have, or may. */
    public long largestBytes() {
        return largestBytes;
    }

    /**
     * Whether there are divisions whose memtables were measured, with at least as many caches as
     * were. Those alone are compared then; and if there are none, all that can be.
     */
    public boolean isKnown() {
        return isKnown;
    }

    /** read_max, in reads a second. */
    public double readMax() {
        return readMax;
    }

    /** write_max, in writes a second. */
    public double writeMax() {
        return writeMax;
    }

    /** The value of a division that is expected. */
    public double value(Budget budget) {
        return value(readsPerSecond(budget), writesPerSecond(budget));
    }

    /** The value of rates, whoever measured them: operations a second, or formula 9. */
    public double value(double readsPerSecond, double writesPerSecond) {
        return weights.goal() == Goal.OPERATIONS
                ? 1 / (weights.read() / readsPerSecond + weights.write() / writesPerSecond)
                : formula9(readsPerSecond, writesPerSecond);
    }

    private double formula9(double readsPerSecond, double writesPerSecond) {
        return weights.read() * readsPerSecond / readMax
                + weights.write() * writesPerSecond / writeMax;
    }

    /** What a value is set beside to be a part of the best: that of the best, or 1. */
    public double scale() {
        return weights.goal() == Goal.OPERATIONS ? best.value() : 1;
    }

    /** What is expected of a division, wherever it lies. */
    public Expectation of(Budget budget) {
        return of(budget, isAlike(budget));
    }

    private Expectation of(Budget budget, boolean isAlike) {
        return new Expectation(
                budget,
                Rate.of(reads, mebibytes(budget.cacheBytes()), isAlike),
                Rate.of(writes, mebibytes(budget.memtableBytes()), isAlike),
                value(budget));
    }

    /** Whether memtables and caches lie where those that were measured do. */
    private boolean isAlike(Budget budget) {
        return budget.allocation() == layout.allocation()
                && budget.hasChunkCache() == layout.fileCacheShare() > 0;
    }

    /**
     * What is expected with so much for memtables.
     *
     * @throws BudgetException if no node could start so
     */
    public Expectation at(long memtableBytes) throws BudgetException {
        return of(layout.budget(memtableBytes), true);
    }

    /**
     * The best division of those that are compared ({@link #isKnown}). Of equals, that with the
     * least for memtables: what is left helps whatever reads files.
     */
    public Expectation best() {
        return best;
    }

    private int indexOfBest() throws BudgetException {
        int best = 0;
        for (int i = 1; i < candidates.size(); i++) if (valueAt(i) > valueAt(best)) best = i;
        return best;
    }

    private double valueAt(int index) throws BudgetException {
        return value(layout.budget(candidates.get(index)));
    }

    /**
     * Whether the measurements tell any division from another: whether memory is seen to make
     * either of the rates faster that have a weight. If not, {@link #best} is best by noise.
     */
    public boolean isTold() {
        return (weights.read() > 0 && reads.isTold()) || (weights.write() > 0 && writes.isTold());
    }

    /**
     * What changes least of what is as good as the best, to 1 %: Cassandra's defaults, or else of
     * what {@link #flat} has what is nearest to them in memtables. The very best of models that are
     * flat there lies at an edge for next to nothing, and what small memtables cost in compaction
     * is in none of them.
     *
     * <p>Where no division was told from another, all are as good; and the defaults are not
     * recommended where no node could start so, or they have more memtables than the limit.
     */
    public Expectation recommended() throws BudgetException {
        Budget defaults = Budget.byDefault(layout);
        boolean areGood = !isTold() || value(defaults) >= enough();
        if (areGood && !isAboveLimit(defaults) && isStartable(defaults)) return of(defaults);
        return at(nearest(isTold() ? good() : candidates, defaults.memtableBytes()));
    }

    /** Whether a division has more memtables than {@link Limits} want. */
    public boolean isAboveLimit(Budget budget) {
        Long limit = limits.memtableBytes();
        return limit != null && budget.memtableBytes() > limit;
    }

    private static boolean isStartable(Budget budget) {
        try {
            budget.requireStartable();
            return true;
        } catch (BudgetException e) {
            return false;
        }
    }

    private static long nearest(List<Long> candidates, long memtableBytes) {
        long nearest = candidates.get(0);
        for (long each : candidates)
            if (Math.abs(each - memtableBytes) < Math.abs(nearest - memtableBytes)) nearest = each;
        return nearest;
    }

    /**
     * The best division if memory made no difference to a rate for which that may be: how far
     * {@link #best} rests on what may be noise. None if there is no such rate with a weight, if
     * nothing else was told, or if Cassandra's defaults were as good then.
     */
    public Optional<Expectation> bestOfTold() throws BudgetException, MeasurementsException {
        boolean isDoubtful =
                isDoubtful(weights.read(), reads) || isDoubtful(weights.write(), writes);
        if (!isTold() || !isDoubtful) return Optional.empty();
        Objective told =
                new Objective(
                        layout,
                        reads.isTold() ? reads : reads.constant(),
                        writes.isTold() ? writes : writes.constant(),
                        weights,
                        limits);
        double byDefault = told.value(Budget.byDefault(layout));
        return Optional.of(told.best()).filter(best -> best.value() > byDefault);
    }

    private static boolean isDoubtful(double weight, Fit fit) {
        return weight > 0 && !fit.isTold() && !fit.isConstant();
    }

    /**
     * From where to where around the best, in bytes of memtables, nothing loses more than 1 % of
     * it.
     */
    public List<Long> flat() throws BudgetException {
        List<Long> good = good();
        return List.of(good.get(0), good.get(good.size() - 1));
    }

    /** Of several peaks only the highest: between them something is worse. */
    private List<Long> good() throws BudgetException {
        double enough = enough();
        int from = indexOfBest;
        int to = from;
        while (from > 0 && valueAt(from - 1) >= enough) from--;
        while (to < candidates.size() - 1 && valueAt(to + 1) >= enough) to++;
        return candidates.subList(from, to + 1);
    }

    private double enough() {
        return (1 - FLAT) * best.value();
    }

    /**
     * What a bit more for memtables buys there and costs elsewhere, and what a bit less does: a
     * tenth of the way from the fewest that are compared to the most, and less where that does not
     * fit. Neither that leads nowhere.
     */
    public List<Step> steps(Expectation from) throws BudgetException {
        long fewest = candidates.get(0);
        long most = candidates.get(candidates.size() - 1);
        long here = from.budget().memtableBytes();
        long step = (most - fewest) / 10 / Budget.MIB * Budget.MIB;
        List<Step> steps = new ArrayList<>();
        for (long to : new long[] {here + step, here - step}) {
            long within = Math.max(fewest, Math.min(most, to));
            if (within != here) steps.add(step(from, at(within)));
        }
        return steps;
    }

    private static Step step(Expectation from, Expectation to) {
        return new Step(
                to.budget().memtableBytes() - from.budget().memtableBytes(),
                to.budget().cacheBytes() - from.budget().cacheBytes(),
                to.writes().perSecond() / from.writes().perSecond() - 1,
                to.reads().perSecond() / from.reads().perSecond() - 1,
                to);
    }
}
