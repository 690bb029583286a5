// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Renders the output of {@code lab staleness predict --json}. */
final class PredictionResults implements ResultKind {
    private static final List<String> KEYS = List.of("p50", "p90", "p99", "p999", "p9999");
    private static final List<String> TITLES = List.of("50 %", "90 %", "99 %", "99.9 %", "99.99 %");

    @Override
    public boolean knows(JsonNode object) {
        return object.has("tVisibilityMillis");
    }

    @Override
    public List<Section> sections(ResultFile results) {
        return results.objects().stream().map(each -> section(results.name(), each)).toList();
    }

    private static Section section(String source, JsonNode prediction) {
        return new Section(
                "Predicted staleness of reads",
                source,
                List.of(answer(prediction)),
                List.of(
                        "%s replicas; a read waits for %s of them, a write for %s; %s trials."
                                .formatted(
                                        prediction.path("n").asText(),
                                        prediction.path("r").asText(),
                                        prediction.path("w").asText(),
                                        Rows.cell(prediction.path("trials")))),
                List.of(figure(prediction)),
                List.of(),
                Provenance.of(prediction));
    }

    private static String answer(JsonNode prediction) {
        return "%s %% of the reads that begin at once return the write; 99.9 %% do after %s ms."
                .formatted(
                        Numbers.text(100 * prediction.path("consistentAtZero").asDouble()),
                        Rows.cell(prediction.path("tVisibilityMillis").path("p999")));
    }

    private static Figure figure(JsonNode prediction) {
        List<Bars.Bar> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < KEYS.size(); i++) {
            String key = KEYS.get(i);
            double millis = prediction.path("tVisibilityMillis").path(key).asDouble();
            bars.add(new Bars.Bar(TITLES.get(i), millis, millis, millis));
            rows.add(
                    List.of(
                            TITLES.get(i),
                            Numbers.text(millis),
                            Rows.cell(prediction.path("readLatencyMillis").path(key)),
                            Rows.cell(prediction.path("writeLatencyMillis").path(key))));
        }
        return new Figure(
                "Milliseconds after a write until this part of reads returns it",
                "",
                new Bars(List.of(new Bars.Group("", bars))).html(),
                new Table(
                        List.of(
                                "part",
                                "until visible, ms",
                                "read latency, ms",
                                "write latency, ms"),
                        rows));
    }
}
