// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.lab.staleness.Prediction;
import dev.firesteel.lab.staleness.Quorum;
import dev.firesteel.lab.staleness.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats a prediction for people (lines) and for machines (fields). */
record PredictionText(Prediction prediction) {
    private static final int[] MILLIS = {0, 1, 10, 100, 1_000};
    private static final int[] VERSIONS = {1, 2, 3, 5, 10};
    private static final Map<String, Double> QUANTILES = quantiles();

    private static Map<String, Double> quantiles() {
        Map<String, Double> quantiles = new LinkedHashMap<>();
        quantiles.put("p50", .5);
        quantiles.put("p90", .9);
        quantiles.put("p99", .99);
        quantiles.put("p999", .999);
        quantiles.put("p9999", .9999);
        return quantiles;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        Quorum quorum = prediction.quorum();
        lines.add(
                "%d replica%s; a read waits for %d of them, a write for %d; %,d trials"
                        .formatted(
                                quorum.n(),
                                quorum.n() == 1 ? "" : "s",
                                quorum.r(),
                                quorum.w(),
                                prediction.visibility().size()));
        lines.add("");
        lines.add("a read that begins       returns the write");
        for (int millis : MILLIS) lines.add(freshness(millis));
        lines.add("");
        lines.add(row("milliseconds", "50 %", "90 %", "99 %", "99.9 %", "99.99 %"));
        lines.add(row("until visible", prediction.visibility()));
        lines.add(row("read latency", prediction.readLatency()));
        lines.add(row("write latency", prediction.writeLatency()));
        lines.add("");
        lines.add(
                "a read returns one of the last versions, if no write reaches the other replicas:");
        for (int versions : VERSIONS)
            lines.add(
                    "  of %2d  %7.3f %%"
                            .formatted(versions, 100 * quorum.withinVersions(versions)));
        return lines;
    }

    private String freshness(int millis) {
        String when = millis == 0 ? "at once" : "%,d ms after it".formatted(millis);
        return "  %-18s %9.3f %%  (standard error %.3f)"
                .formatted(
                        when,
                        100 * prediction.consistentAt(millis),
                        100 * prediction.errorAt(millis));
    }

    private static String row(String name, Sample sample) {
        return row(
                name,
                QUANTILES.values().stream()
                        .map(quantile -> "%.2f".formatted(sample.quantile(quantile)))
                        .toArray(String[]::new));
    }

    private static String row(String name, String... cells) {
        StringBuilder line = new StringBuilder("%-16s".formatted(name));
        for (String cell : cells) line.append("%11s".formatted(cell));
        return line.toString();
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("consistentAtZero", prediction.consistentAt(0));
        fields.put("consistentAtZeroError", prediction.errorAt(0));
        fields.put("tVisibilityMillis", quantiles(prediction.visibility()));
        fields.put("readLatencyMillis", quantiles(prediction.readLatency()));
        fields.put("writeLatencyMillis", quantiles(prediction.writeLatency()));
        Map<String, Double> within = new LinkedHashMap<>();
        for (int versions : VERSIONS)
            within.put("" + versions, prediction.quorum().withinVersions(versions));
        fields.put("withinVersions", within);
        fields.put("n", prediction.quorum().n());
        fields.put("r", prediction.quorum().r());
        fields.put("w", prediction.quorum().w());
        fields.put("trials", prediction.visibility().size());
        return fields;
    }

    private static Map<String, Double> quantiles(Sample sample) {
        Map<String, Double> values = new LinkedHashMap<>();
        QUANTILES.forEach((name, quantile) -> values.put(name, sample.quantile(quantile)));
        return values;
    }
}
