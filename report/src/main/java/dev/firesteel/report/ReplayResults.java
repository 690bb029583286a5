// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Renders the output of {@code bench replay --json}. */
final class ReplayResults implements ResultKind {
    private static final double MEBIBYTE = 1 << 20;

    @Override
    public boolean knows(JsonNode object) {
        return object.path("results").path(0).has("replaySeconds");
    }

    @Override
    public List<Section> sections(ResultFile results) {
        return results.objects().stream().map(each -> section(results.name(), each)).toList();
    }

    private static Section section(String source, JsonNode report) {
        List<JsonNode> results = Rows.of(report.path("results"));
        return new Section(
                "The start after a crash",
                source,
                results.stream().map(ReplayResults::answer).toList(),
                List.of(
                        "A node whose log holds rows that are in no SSTable is killed and started again; no row may be missing afterwards."),
                List.of(
                        figure("Seconds of replay", "replaySeconds", "rounds", results),
                        figure(
                                "Seconds of the whole start",
                                "startSeconds",
                                "startRounds",
                                results)),
                Provenance.doubts(report),
                Provenance.of(report));
    }

    private static String answer(JsonNode one) {
        return "%s: %s of replay, %s of the whole start."
                .formatted(
                        one.path("mode").asText(),
                        Rows.range(one.path("replaySeconds"), "s", one.path("rounds")),
                        Rows.range(one.path("startSeconds"), "s", one.path("startRounds")));
    }

    private static Figure figure(String title, String key, String rounds, List<JsonNode> results) {
        List<Bars.Bar> bars =
                results.stream()
                        .map(
                                one ->
                                        Rows.bar(
                                                one.path("mode").asText(),
                                                one.path(key).asDouble(),
                                                one.path(rounds)))
                        .toList();
        return new Figure(
                title,
                "Less is better. The line over a bar is the range of the rounds.",
                new Bars(List.of(new Bars.Group("", bars))).html(),
                new Table(
                        List.of("mode", "log MiB", "mutations", "replay s", "start s", "peak MiB"),
                        results.stream().map(ReplayResults::row).toList()));
    }

    private static List<String> row(JsonNode one) {
        return List.of(
                one.path("mode").asText(),
                Numbers.text(one.path("logBytes").asDouble() / MEBIBYTE),
                Rows.cell(one.path("mutations")),
                Rows.cell(one.path("replaySeconds")),
                Rows.cell(one.path("startSeconds")),
                Numbers.text(one.path("peakResidentBytes").asDouble() / MEBIBYTE));
    }
}
