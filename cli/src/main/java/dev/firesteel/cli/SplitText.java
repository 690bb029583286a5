// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.LackOfFit;
import dev.firesteel.memory.Objective.Expectation;
import dev.firesteel.memory.Objective.Goal;
import dev.firesteel.memory.Objective.Rate;
import dev.firesteel.memory.Objective.Step;
import dev.firesteel.memory.Objective.Weights;
import dev.firesteel.memory.RecommendedSplit;
import dev.firesteel.memory.TimeModel;
import dev.firesteel.operations.home.MemorySettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What there is to say of how memory is best divided, for people and for machines. */
record SplitText(RecommendedSplit split) {
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "measured        %s, Cassandra %s, workload %s, %d runs in %s"
                        .formatted(
                                split.calibration().machine(),
                                split.calibration().cassandra(),
                                split.calibration().workload(),
                                split.calibration().runs().size(),
                                new Size(split.calibration().layout().totalBytes())));
        lines.add(goal());
        lines.add("");
        parts(split.recommended().budget())
                .forEach((name, bytes) -> lines.add("%-28s %10s".formatted(name, new Size(bytes))));
        lines.add("");
        lines.add(rate("reads", split.recommended().reads(), split.reads()));
        lines.add(rate("writes", split.recommended().writes(), split.writes()));
        lines.add(
                "%-15s %s; Cassandra's defaults in as much memory: %s%s"
                        .formatted(
                                isOfOperations() ? "operations" : "objective",
                                value(split.recommended()),
                                value(split.byDefault()),
                                split.byDefault().isMeasured() ? "" : " (extrapolated)"));
        lines.add("");
        lines.addAll(why());
        return lines;
    }

    private boolean isOfOperations() {
        return split.weights().goal() == Goal.OPERATIONS;
    }

    private String goal() {
        Weights weights = split.weights();
        return isOfOperations()
                ? "goal            operations a second, %.0f %% of them reads"
                        .formatted(100 * weights.read())
                : "weights         reads %s, writes %s"
                        .formatted(number(weights.read()), number(weights.write()));
    }

    private String value(Expectation expectation) {
        return isOfOperations()
                ? "%.0f a second".formatted(expectation.value())
                : "%.3f".formatted(expectation.value());
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
        return "%-15s %.0f a second (95 %%: %s; R squared %.2f)%s"
                .formatted(
                        name,
                        rate.perSecond(),
                        Double.isInfinite(rate.high())
                                ? "at least %.0f".formatted(rate.low())
                                : "%.0f to %.0f".formatted(rate.low(), rate.high()),
                        fit.rSquared(),
                        rate.isMeasured() ? "" : ", extrapolated");
    }

    /** The reasons, each a sentence. */
    List<String> why() {
        List<String> why = new ArrayList<>();
        if (!split.objective().isTold()) {
            // What is flat is of fitted curves, which have told nothing.
            why.add("No division was told from another: " + untold() + " recommended.");
        } else if (split.isByDefault()) {
            why.add(
                    "Cassandra's defaults are expected to do as well as every other division that was"
                            + " considered, to 1 %, or better.");
        } else {
            split.steps().forEach(step -> why.add(sentence(step)));
            why.add(
                    "From %s to %s of memtables nothing loses more than 1 %% of the objective%s; what is nearest to Cassandra's own is recommended."
                            .formatted(
                                    new Size(split.flat().get(0)),
                                    new Size(split.flat().get(1)),
                                    split.objective().isMeasured()
                                            ? ", and %s is best"
                                                    .formatted(
                                                            new Size(
                                                                    split.best()
                                                                            .budget()
                                                                            .memtableBytes()))
                                            : " (extrapolated)"));
        }
        if (split.objective().isTold() && split.byDefault().value() > split.recommended().value())
            why.add(
                    "Cassandra's defaults are expected to do better, but "
                            + impossible(split.byDefault().budget())
                            + ".");
        why.add(
                "Measured were memtables of %s and caches of %s; %s."
                        .formatted(range(split.writes()), range(split.reads()), domain()));
        if (!split.limit().beyond().isEmpty())
            why.add(
                    "Memtables above %s were slower: the model of writes leaves them out, and none so"
                                    .formatted(mebibytes(split.writes().largest()))
                            + " large is considered.");
        if (split.isAtEdge())
            why.add(
                    "The best is at the edge of what was measured: measure beyond it, it may be"
                            + " better there.");
        for (Fit each : List.of(split.reads(), split.writes())) doubt(each, why);
        if (split.bestOfTold() != null)
            why.add(
                    "If they do not, %s of memtables would be best."
                            .formatted(new Size(split.bestOfTold().budget().memtableBytes())));
        for (Fit each : List.of(split.reads(), split.writes())) lack(each, why);
        byDefault(why);
        if (!split.isOfMeasuredTotal()) anotherTotal(why);
        return why;
    }

    private String untold() {
        if (split.isByDefault()) return "what Cassandra does by default is";
        return impossible(split.byDefault().budget()) + "; what comes nearest is";
    }

    /** Why the defaults are not recommended. */
    private String impossible(Budget defaults) {
        return defaults.memtableBytes() > split.objective().largestBytes()
                ? "%s of memtables, as Cassandra has them by default, are more than may be here"
                        .formatted(new Size(defaults.memtableBytes()))
                : "no node could start as Cassandra is by default";
    }

    /** What the defaults differ in besides, for which no model has a word. */
    private void byDefault(List<String> why) {
        long more =
                split.byDefault().budget().heapRestBytes()
                        - split.recommended().budget().heapRestBytes();
        if (more != 0)
            why.add(
                    "Cassandra's defaults have %s %s for what else is on the heap: 'memory compare' measures what that is worth."
                            .formatted(new Size(Math.abs(more)), more > 0 ? "more" : "less"));
    }

    /** The rest of the heap does not grow with the memory, but by default. */
    private void anotherTotal(List<String> why) {
        if (split.isByDefault()) {
            why.add(
                    "Measured was %s: calibrate with --budget %s to see whether another division does better there."
                            .formatted(
                                    new Size(split.calibration().layout().totalBytes()),
                                    new Size(split.recommended().budget().totalBytes())));
            return;
        }
        why.add(
                "Everything else is as it was in %s, %s of the heap beside memtables and key cache too: a node with more data or clients needs more. Calibrate with --budget %s before this is used."
                        .formatted(
                                new Size(split.calibration().layout().totalBytes()),
                                new Size(split.recommended().budget().heapRestBytes()),
                                new Size(split.recommended().budget().totalBytes())));
    }

    private String domain() {
        if (split.objective().isMeasured() && !split.recommended().isMeasured())
            return "the recommendation lies beyond, and what is expected of it is extrapolated";
        return split.objective().isMeasured()
                ? "the recommendation lies within, and nothing beyond was considered"
                : "no division of this budget lies within, so that the recommendation is"
                        + " extrapolated: no time is taken to be shorter than the shortest there";
    }

    private static void doubt(Fit fit, List<String> why) {
        if (fit.isConstant())
            why.add(
                    "More %s did not make %s faster in the %d measurements: they are taken to be as fast with any."
                            .formatted(memory(fit), kind(fit), fit.points()));
        else if (!fit.isTold())
            why.add(
                    "Whether %s make %s faster at all, the %d measurements cannot tell (R squared %.2f)."
                            .formatted(memory(fit), kind(fit), fit.points(), fit.rSquared()));
    }

    private static void lack(Fit fit, List<String> why) {
        LackOfFit lack = fit.lackOfFit();
        if (lack != null && lack.isSignificant())
            why.add(
                    "The model of %s is off by more than measurements of the same %s differ (lack of fit: %s): more measurements will not mend it."
                            .formatted(kind(fit), memory(fit), FitText.test(lack)));
    }

    private static String kind(Fit fit) {
        return fit.model() == TimeModel.READ ? "reads" : "writes";
    }

    private static String memory(Fit fit) {
        return fit.model() == TimeModel.READ ? "caches" : "memtables";
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
        MemorySettings settings = MemorySettings.of(split.recommended().budget());
        fields.put("memtableBytes", split.recommended().budget().memtableBytes());
        fields.put("cacheBytes", split.recommended().budget().cacheBytes());
        fields.put("cassandraYaml", settings.yaml());
        fields.put("jvmOptions", settings.lines());
        fields.put("budget", budget(split.recommended().budget()));
        fields.put("readsPerSecond", rate(split.recommended().reads()));
        fields.put("writesPerSecond", rate(split.recommended().writes()));
        fields.put("objective", split.recommended().value());
        fields.put("goal", split.weights().goal().name().toLowerCase(Locale.ROOT));
        fields.put("readWeight", split.weights().read());
        fields.put("writeWeight", split.weights().write());
        fields.put("readMax", split.objective().readMax());
        fields.put("writeMax", split.objective().writeMax());
        fields.put("measured", split.recommended().isMeasured());
        fields.put("withinOnePercent", split.flat());
        fields.put("best", expectation(split.best()));
        fields.put("steps", split.steps().stream().map(SplitText::step).toList());
        fields.put("defaults", expectation(split.byDefault()));
        fields.put("reads", new FitText(split.reads()).fields());
        fields.put("writes", new FitText(split.writes()).fields());
        fields.put("machine", split.calibration().machine());
        fields.put("cassandra", split.calibration().cassandra());
        fields.put("workload", split.calibration().workload());
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
