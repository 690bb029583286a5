// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Rates a memory split: operations per second of a mix, or formula 9 of Wang et al., {@code Perf =
 * rate_read * throughput_read / read_max + rate_write * throughput_write / write_max}. Formula 8
 * holds: the memory to split goes to memtables or caches.
 *
 * <p>The optimum is found by trying every whole MiB. There is no closed form (the derivative mixes
 * powers and logarithms). The curve may have several peaks: the term of reads is convex wherever a
 * read takes less than -2 b seconds, as the paper's own reads do. Cassandra accepts whole MiB only,
 * so the best is exact; 32 GiB need 32 768 evaluations.
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

    /** The quantity to maximize. */
    public enum Goal {
        /**
         * Operations per second of clients that run one operation at a time, in a mix: 1 / (read x
         * seconds of a read + write x seconds of a write). When a drive or the CPUs are saturated,
         * time saved on writes is spent waiting for reads. Neither rate is meaningful alone then;
         * this is.
         */
        OPERATIONS,

        /** Formula 9, with each rate as if its operation ran alone. */
        RATES
    }

    /**
     * The weights of reads and writes.
     *
     * @param goal the quantity that they apply to
     * @param read 0 to 1: the fraction of operations that are reads, or rate_read
     * @param write the rest of 1
     */
    public record Weights(Goal goal, double read, double write) {
        public Weights {
            if (!(read >= 0 && write >= 0 && Math.abs(read + write - 1) < 1e-9))
                throw new IllegalArgumentException(
                        "weights must be at least 0, and their sum 1, not "
                                + read
                                + " and "
                                + write);
        }
    }

    /**
     * Bounds of the choice.
     *
     * @param readMax the reads per second required, above 0: read_max; null for the highest
     *     expected of any split compared
     * @param writeMax the same for writes: write_max
     * @param memtableBytes the maximum for memtables, regardless of measurements; null for none
     */
    public record Limits(
            @Nullable Double readMax, @Nullable Double writeMax, @Nullable Long memtableBytes) {
        /** No bounds. */
        public static final Limits NONE = new Limits(null, null, null);
    }

    /**
     * Operations per second.
     *
     * @param perSecond the expected rate
     * @param low the lower end of the 95 % interval of the mean
     * @param high its upper end; infinite if the measurements give none
     * @param isMeasured whether the memory is within the measured range, and allocated in the same
     *     places; if not, the rate is extrapolated
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
     * The expected result of a memory split.
     *
     * @param value of the objective
     */
    public record Expectation(Budget budget, Rate reads, Rate writes, double value) {
        /** Returns whether both rates lie within the measured range. */
        public boolean isMeasured() {
            return reads.isMeasured() && writes.isMeasured();
        }
    }

    /**
     * The effect of a step away from a memory split.
     *
     * @param memtableBytes more for memtables; below 0: less
     * @param cacheBytes more for caches, with the opposite sign
     * @param writes the relative change of the write rate: 0.02 is 2 % more
     * @param reads the relative change of the read rate
     * @param to the expected result after the step
     */
    public record Step(
            long memtableBytes, long cacheBytes, double writes, double reads, Expectation to) {}

    /**
     * Compares the splits. A model in which more memory is slower is replaced by a constant ({@link
     * Fit#orConstant}).
     *
     * @throws BudgetException if no node could start in the layout
     * @throws MeasurementsException if the models give a time of zero or below for some split
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
     * Returns whether a split lies within the measurements. Caches larger than measured are no
     * slower, and count as the largest measured. Larger memtables may be slower.
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
                        ("the fitted model gives no time above 0 at %d MiB of memtables: it does"
                                                + " not describe")
                                        .formatted(each / Budget.MIB)
                                + " the measurements");
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

    /** Returns the quantity to maximize. */
    public Goal goal() {
        return weights.goal();
    }

    /** Returns the smallest memtables that a node starts with. */
    public long smallestBytes() {
        return layout.smallestMemtableBytes();
    }

    /** Returns the largest memtables possible and allowed. */
    public long largestBytes() {
        return largestBytes;
    }

    /**
     * Returns whether some splits have memtables within the measured range, and caches no smaller
     * than measured. Only those are compared then; otherwise all possible ones are.
     */
    public boolean isKnown() {
        return isKnown;
    }

    /** Returns read_max, in reads per second. */
    public double readMax() {
        return readMax;
    }

    /** Returns write_max, in writes per second. */
    public double writeMax() {
        return writeMax;
    }

    /** Returns the expected value of a memory split. */
    public double value(Budget budget) {
        return value(readsPerSecond(budget), writesPerSecond(budget));
    }

    /** Returns the value of rates from any source: operations per second, or formula 9. */
    public double value(double readsPerSecond, double writesPerSecond) {
        return weights.goal() == Goal.OPERATIONS
                ? 1 / (weights.read() / readsPerSecond + weights.write() / writesPerSecond)
                : formula9(readsPerSecond, writesPerSecond);
    }

    private double formula9(double readsPerSecond, double writesPerSecond) {
        return weights.read() * readsPerSecond / readMax
                + weights.write() * writesPerSecond / writeMax;
    }

    /** Returns the divisor that relates a value to the best: the best value, or 1. */
    public double scale() {
        return weights.goal() == Goal.OPERATIONS ? best.value() : 1;
    }

    /** Returns the expected result of a memory split, also one outside the layout. */
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

    /** Returns whether memtables and caches are allocated in the same places as when measured. */
    private boolean isAlike(Budget budget) {
        return budget.allocation() == layout.allocation()
                && budget.hasChunkCache() == layout.fileCacheShare() > 0;
    }

    /**
     * Returns the expected result with this size of memtables.
     *
     * @throws BudgetException if no node could start with it
     */
    public Expectation at(long memtableBytes) throws BudgetException {
        return of(layout.budget(memtableBytes), true);
    }

    /**
     * Returns the best memory split of those compared ({@link #isKnown}). Of equals it is the one
     * with the smallest memtables: caches get the rest.
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
     * Returns whether the difference between splits is significant: more memory significantly
     * raises a rate that has a weight. If not, {@link #best} is chosen by noise.
     */
    public boolean isTold() {
        return (weights.read() > 0 && reads.isTold()) || (weights.write() > 0 && writes.isTold());
    }

    /**
     * Returns the smallest change among the splits within 1 % of the best: Cassandra's defaults, or
     * else the split in {@link #flat} with memtables closest to them. Where the models are flat,
     * the best is at an edge for a negligible gain. No model includes the compaction cost of small
     * memtables.
     *
     * <p>Without a significant difference all splits count as equally good. The defaults are not
     * recommended if no node could start with them, or if their memtables exceed the limit.
     */
    public Expectation recommended() throws BudgetException {
        Budget defaults = Budget.byDefault(layout);
        boolean areGood = !isTold() || value(defaults) >= enough();
        if (areGood && !isAboveLimit(defaults) && isStartable(defaults)) return of(defaults);
        return at(nearest(isTold() ? good() : candidates, defaults.memtableBytes()));
    }

    /** Returns whether a split has more memtables than {@link Limits} allow. */
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
     * Returns the optimum with every insignificant effect set to zero; it shows how much {@link
     * #best} relies on possible noise. Empty if no weighted rate has such an effect, if no effect
     * is significant, or if Cassandra's defaults would then be as good.
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
     * Returns the range around the best, in bytes of memtables, that loses at most 1 % of its
     * value.
     */
    public List<Long> flat() throws BudgetException {
        List<Long> good = good();
        return List.of(good.get(0), good.get(good.size() - 1));
    }

    /** Returns the sizes around the highest peak only: between peaks the value falls too low. */
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
     * Returns the effects of somewhat larger and smaller memtables. A step is a tenth of the range
     * compared, clipped to it. Steps of zero are omitted.
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
