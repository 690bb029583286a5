// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.FlushLimit;
import dev.firesteel.memory.Layout;
import dev.firesteel.memory.MeasurementsException;
import dev.firesteel.memory.Objective;
import dev.firesteel.memory.Objective.Expectation;
import dev.firesteel.memory.Objective.Limits;
import dev.firesteel.memory.Objective.Rate;
import dev.firesteel.memory.Objective.Step;
import dev.firesteel.memory.Objective.Weights;
import dev.firesteel.memory.TimeModel;
import dev.firesteel.operations.home.MemorySettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What there is to say of a division of memory, for people and for machines.
 *
 * @param calibration what it is derived from
 * @param weights what matters
 * @param objective what was compared
 * @param reads the model of reads: a constant if its curve has them slower with more memory
 * @param writes the model of writes, the same
 * @param limit which measurements of writes it is fitted to
 * @param best what is recommended: what Cassandra would do, or what comes nearest to it, if nothing
 *     was told from it
 * @param byDefault what Cassandra would do
 * @param steps away from the best
 * @param flat where nothing loses more than 1 %: from, to
 * @param bestOfTold what would be best without what was not told from a constant; null if all was,
 *     or nothing
 */
record SplitText(
        Calibration calibration,
        Weights weights,
        Objective objective,
        Fit reads,
        Fit writes,
        FlushLimit limit,
        Expectation best,
        Expectation byDefault,
        List<Step> steps,
        List<Long> flat,
        @Nullable Expectation bestOfTold) {
    /** Caches and memtables do not step together to the MiB. */
    private static final double EDGE_MIB = 2;

    static SplitText of(Calibration calibration, Layout layout, Weights weights, Limits limits)
            throws BudgetException, MeasurementsException {
        FlushLimit limit = FlushLimit.of(calibration.writes());
        Fit reads = Fit.of(TimeModel.READ, calibration.reads()).orConstant();
        Fit writes = Fit.of(TimeModel.WRITE, limit.within()).orConstant();
        Objective objective =
                new Objective(layout, reads, writes, weights, kept(limits, limit, writes));
        Expectation best = objective.recommended();
        return new SplitText(
                calibration,
                weights,
                objective,
                reads,
                writes,
                limit,
                best,
                objective.of(Budget.byDefault(layout)),
                objective.steps(best),
                objective.flat(),
                objective.bestOfTold().orElse(null));
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

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "measured        %s, Cassandra %s, workload %s, %d runs in %s"
                        .formatted(
                                calibration.machine(),
                                calibration.cassandra(),
                                calibration.workload(),
                                calibration.runs().size(),
                                new Size(calibration.layout().totalBytes())));
        lines.add(
                "weights         reads %s, writes %s"
                        .formatted(number(weights.read()), number(weights.write())));
        lines.add("");
        parts(best.budget())
                .forEach((name, bytes) -> lines.add("%-28s %10s".formatted(name, new Size(bytes))));
        lines.add("");
        lines.add(rate("reads", best.reads(), reads));
        lines.add(rate("writes", best.writes(), writes));
        lines.add(
                "objective       %.3f; Cassandra's defaults in as much memory: %.3f%s"
                        .formatted(
                                best.value(),
                                byDefault.value(),
                                byDefault.isMeasured() ? "" : " (extrapolated)"));
        lines.add("");
        lines.addAll(why());
        return lines;
    }

    private static Map<String, Long> parts(Budget budget) {
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put("memory", budget.totalBytes());
        parts.put("  heap", budget.heapBytes());
        parts.put("    memtables", budget.memtableHeapBytes());
        parts.put("    key cache", budget.keyCacheBytes());
        parts.put("    everything else", budget.heapRestBytes());
        if (budget.allocation().isOffHeap())
            parts.put("  memtables outside the heap", budget.memtableOffheapBytes());
        parts.put("  chunk cache", budget.chunkCacheBytes());
        parts.put("  buffers of files", budget.fileCacheBytes() - budget.chunkCacheBytes());
        parts.put("  row cache", budget.rowCacheBytes());
        parts.put("  buffers of the network", budget.networkBytes());
        parts.put("  buffers of the journal", budget.journalBytes());
        parts.put("  the process besides", budget.nativeBytes());
        parts.put("  operating system", budget.systemBytes());
        parts.put("  page cache", budget.pageCacheBytes());
        return parts;
    }

    private static String rate(String name, Rate rate, Fit fit) {
        return "%-15s %.0f a second (95 %%: %.0f to %s; R squared %.2f)%s"
                .formatted(
                        name,
                        rate.perSecond(),
                        rate.low(),
                        Double.isInfinite(rate.high()) ? "any" : "%.0f".formatted(rate.high()),
                        fit.rSquared(),
                        rate.isMeasured() ? "" : ", extrapolated");
    }

    /** Whether it is recommended to leave all as it is. */
    boolean isByDefault() {
        return !objective.isTold() && best.budget().equals(byDefault.budget());
    }

    /** The reasons, each a sentence. */
    List<String> why() {
        List<String> why = new ArrayList<>();
        if (!objective.isTold()) {
            // Steps and what is flat are of fitted curves, which have told nothing.
            why.add("No division was told from another: " + untold() + " recommended.");
        } else {
            steps.forEach(step -> why.add(sentence(step)));
            why.add(
                    "From %s to %s of memtables nothing loses more than 1 %% of the objective."
                            .formatted(new Size(flat.get(0)), new Size(flat.get(1))));
        }
        why.add(
                "Measured were memtables of %s and caches of %s; %s."
                        .formatted(range(writes), range(reads), domain()));
        if (!limit.beyond().isEmpty())
            why.add(
                    "Memtables above %s were slower, as flushes that the drive cannot take at once:"
                                    .formatted(mebibytes(writes.largest()))
                            + " none so large is considered.");
        if (objective.isTold() && isAtEdge())
            why.add(
                    "The best is at the edge of what was measured: measure beyond it, it may be"
                            + " better there.");
        for (Fit each : List.of(reads, writes)) doubt(each, why);
        if (bestOfTold != null)
            why.add(
                    "If they do not, %s of memtables would be best."
                            .formatted(new Size(bestOfTold.budget().memtableBytes())));
        byDefault(why);
        return why;
    }

    private String untold() {
        if (isByDefault()) return "what Cassandra does by default is";
        Budget defaults = byDefault.budget();
        String why =
                defaults.memtableBytes() > objective.largestBytes()
                        ? "%s of memtables, as Cassandra has them by default, are more than may be here"
                                .formatted(new Size(defaults.memtableBytes()))
                        : "no node could start as Cassandra is by default";
        return why + "; what comes nearest is";
    }

    /** What the defaults differ in besides, for which no model has a word. */
    private void byDefault(List<String> why) {
        long more = byDefault.budget().heapRestBytes() - best.budget().heapRestBytes();
        if (more != 0)
            why.add(
                    "Cassandra's defaults have %s %s for what else is on the heap: 'memory compare' measures what that is worth."
                            .formatted(new Size(Math.abs(more)), more > 0 ? "more" : "less"));
    }

    private String domain() {
        if (objective.isMeasured() && !best.isMeasured())
            return "the recommendation lies beyond, and what is expected of it is extrapolated";
        return objective.isMeasured()
                ? "the recommendation lies within, and nothing beyond was considered"
                : "no division of this budget lies within, so that the recommendation is"
                        + " extrapolated: no time is taken to be shorter than the shortest there";
    }

    /** Whether what keeps the best from going on is that no more was measured. */
    private boolean isAtEdge() {
        for (Step each : steps)
            if (objective.isMeasured()
                    && !each.to().isMeasured()
                    && distanceToEdge(each.memtableBytes() > 0) <= EDGE_MIB) return true;
        return false;
    }

    /** How far the best is from an end of what was measured, in MiB of memtables or of caches. */
    private double distanceToEdge(boolean isUpward) {
        double memtables = best.budget().memtableBytes() / (double) Budget.MIB;
        double caches = best.budget().cacheBytes() / (double) Budget.MIB;
        return isUpward
                ? Math.min(writes.largest() - memtables, caches - reads.smallest())
                : Math.min(memtables - writes.smallest(), reads.largest() - caches);
    }

    private static void doubt(Fit fit, List<String> why) {
        String kind = fit.model() == TimeModel.READ ? "reads" : "writes";
        String memory = fit.model() == TimeModel.READ ? "caches" : "memtables";
        if (fit.isConstant())
            why.add(
                    "More %s did not make %s faster in the %d measurements: they are taken to be as fast with any."
                            .formatted(memory, kind, fit.points()));
        else if (!fit.isTold())
            why.add(
                    "Whether %s make %s faster at all, the %d measurements cannot tell (R squared %.2f)."
                            .formatted(memory, kind, fit.points(), fit.rSquared()));
    }

    /** "400MiB of memtables more buy writes 2 %, and cost reads 9 %." */
    private static String sentence(Step step) {
        String size = new Size(Math.abs(step.memtableBytes())).toString();
        boolean isMore = step.memtableBytes() > 0;
        String gain =
                "%s %s"
                        .formatted(
                                isMore ? "writes" : "reads",
                                percent(isMore ? step.writes() : step.reads()));
        String loss =
                "%s %s"
                        .formatted(
                                isMore ? "reads" : "writes",
                                percent(isMore ? -step.reads() : -step.writes()));
        return "%s of memtables %s buy %s, and cost %s%s."
                .formatted(
                        size,
                        isMore ? "more" : "less",
                        gain,
                        loss,
                        step.to().isMeasured() ? "" : " (extrapolated: it was not measured there)");
    }

    private static String percent(double part) {
        double percent = 100 * part;
        String text =
                String.format(
                        Locale.ROOT, Math.abs(percent) < 9.95 ? "%.1f %%" : "%.0f %%", percent);
        return text.equals("-0.0 %") ? "0.0 %" : text;
    }

    private static String range(Fit fit) {
        return mebibytes(fit.smallest()) + " to " + mebibytes(fit.largest());
    }

    private static String mebibytes(double count) {
        return new Size((long) (count * Budget.MIB)).toString();
    }

    private static String number(double value) {
        return ChartFrame.number(value);
    }

    Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        MemorySettings settings = MemorySettings.of(best.budget());
        fields.put("memtableBytes", best.budget().memtableBytes());
        fields.put("cacheBytes", best.budget().cacheBytes());
        fields.put("cassandraYaml", settings.yaml());
        fields.put("jvmOptions", settings.lines());
        fields.put("budget", budget(best.budget()));
        fields.put("readsPerSecond", rate(best.reads()));
        fields.put("writesPerSecond", rate(best.writes()));
        fields.put("objective", best.value());
        fields.put("readWeight", weights.read());
        fields.put("writeWeight", weights.write());
        fields.put("readMax", objective.readMax());
        fields.put("writeMax", objective.writeMax());
        fields.put("measured", best.isMeasured());
        fields.put("withinOnePercent", flat);
        fields.put("steps", steps.stream().map(SplitText::step).toList());
        fields.put("defaults", expectation(byDefault));
        fields.put("reads", new FitText(reads).fields());
        fields.put("writes", new FitText(writes).fields());
        fields.put("machine", calibration.machine());
        fields.put("cassandra", calibration.cassandra());
        fields.put("workload", calibration.workload());
        fields.put("why", why());
        return fields;
    }

    private static Map<String, @Nullable Object> budget(Budget budget) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("totalBytes", budget.totalBytes());
        fields.put("heapBytes", budget.heapBytes());
        fields.put("memtableHeapBytes", budget.memtableHeapBytes());
        fields.put("memtableOffheapBytes", budget.memtableOffheapBytes());
        fields.put("keyCacheBytes", budget.keyCacheBytes());
        fields.put("rowCacheBytes", budget.rowCacheBytes());
        fields.put("fileCacheBytes", budget.fileCacheBytes());
        fields.put("networkBytes", budget.networkBytes());
        fields.put("journalBytes", budget.journalBytes());
        fields.put("nativeBytes", budget.nativeBytes());
        fields.put("systemBytes", budget.systemBytes());
        fields.put("pageCacheBytes", budget.pageCacheBytes());
        return fields;
    }

    private static Map<String, @Nullable Object> rate(Rate rate) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("expected", rate.perSecond());
        fields.put("low", rate.low());
        fields.put("high", Double.isInfinite(rate.high()) ? null : rate.high());
        fields.put("measured", rate.isMeasured());
        return fields;
    }

    private static Map<String, @Nullable Object> expectation(Expectation expectation) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("memtableBytes", expectation.budget().memtableBytes());
        fields.put("cacheBytes", expectation.budget().cacheBytes());
        fields.put("readsPerSecond", rate(expectation.reads()));
        fields.put("writesPerSecond", rate(expectation.writes()));
        fields.put("objective", expectation.value());
        return fields;
    }

    private static Map<String, @Nullable Object> step(Step step) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("memtableBytes", step.memtableBytes());
        fields.put("cacheBytes", step.cacheBytes());
        fields.put("writes", step.writes());
        fields.put("reads", step.reads());
        fields.put("objective", step.to().value());
        fields.put("measured", step.to().isMeasured());
        return fields;
    }
}
