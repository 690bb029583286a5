// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.Objective.Expectation;
import dev.firesteel.memory.Objective.Goal;
import dev.firesteel.memory.Objective.Rate;
import dev.firesteel.memory.Objective.Step;
import dev.firesteel.memory.Objective.Weights;
import dev.firesteel.memory.RecommendedSplit;
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
        lines.addAll(new SplitReasons(split).sentences());
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
        fields.put("why", new SplitReasons(split).sentences());
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
