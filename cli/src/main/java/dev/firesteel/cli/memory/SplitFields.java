// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Objective.Expectation;
import dev.firesteel.memory.Objective.Rate;
import dev.firesteel.memory.Objective.Step;
import dev.firesteel.memory.RecommendedSplit;
import dev.firesteel.operations.home.MemorySettings;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats a recommended memory split for machines: members of a JSON object. */
record SplitFields(RecommendedSplit split) {
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
        fields.put("steps", split.steps().stream().map(SplitFields::step).toList());
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
