// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.chart.ChartFrame;
import dev.firesteel.cli.common.Size;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.Objective.Expectation;
import dev.firesteel.memory.Objective.Goal;
import dev.firesteel.memory.Objective.Rate;
import dev.firesteel.memory.Objective.Weights;
import dev.firesteel.memory.RecommendedSplit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats a recommended memory split for people. */
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
        parts.put("    rest of the heap", budget.heapRestBytes());
        if (budget.allocation().isOffHeap())
            parts.put("  memtables outside the heap", budget.memtableOffheapBytes());
        parts.put("  chunk cache", budget.chunkCacheBytes());
        parts.put("  file buffers", budget.fileCacheBytes() - budget.chunkCacheBytes());
        parts.put("  row cache", budget.rowCacheBytes());
        parts.put("  network buffers", budget.networkBytes());
        parts.put("  journal buffers", budget.journalBytes());
        parts.put("  rest of the process", budget.nativeBytes());
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
}
