// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Renders the output of {@code memory recommend --json}. */
final class DivisionResults implements ResultKind {
    private static final double MEBIBYTE = 1 << 20;

    @Override
    public boolean knows(JsonNode object) {
        return object.has("withinOnePercent") && object.has("curves");
    }

    @Override
    public List<Section> sections(ResultFile results) {
        return results.objects().stream().map(each -> section(results.name(), each)).toList();
    }

    private static Section section(String source, JsonNode division) {
        List<String> answers = new ArrayList<>();
        answers.add(
                "Recommended: %s MiB of memtables, %s MiB of caches."
                        .formatted(
                                mebibytes(division, "memtableBytes"),
                                mebibytes(division, "cacheBytes")));
        division.path("why").forEach(each -> answers.add(each.asText()));
        JsonNode curves = division.path("curves");
        return new Section(
                "Effect of the memory split",
                source,
                answers,
                List.of(
                        "%s, Cassandra %s, workload %s."
                                .formatted(
                                        division.path("machine").asText(),
                                        division.path("cassandra").asText(),
                                        division.path("workload").asText())),
                List.of(
                        model(
                                "Latency of a read, in microseconds, by MiB of caches",
                                curves.path("reads")),
                        model(
                                "Latency of a write, in microseconds, by MiB of memtables",
                                curves.path("writes")),
                        objective(Rows.of(curves.path("objective")))),
                division.path("measured").asBoolean(true)
                        ? List.of()
                        : List.of("The recommendation lies outside the measured range"),
                new Provenance(List.of(), new Table(List.of(), List.of())));
    }

    private static String mebibytes(JsonNode division, String key) {
        return Numbers.text(division.path(key).asDouble() / MEBIBYTE);
    }

    private static Figure model(String title, JsonNode model) {
        List<JsonNode> curve = Rows.of(model.path("curve"));
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode each : model.path("measured"))
            rows.add(List.of("measured", cell(each, "mebibytes"), cell(each, "micros"), "-", "-"));
        for (JsonNode each : curve)
            rows.add(
                    List.of(
                            "fitted",
                            cell(each, "mebibytes"),
                            cell(each, "micros"),
                            cell(each, "low"),
                            cell(each, "high")));
        return new Figure(
                title,
                "The band is the 95 % interval of the mean.",
                Lines.from(
                        0,
                        "MiB",
                        List.of(
                                series("measured", Rows.of(model.path("measured")), "micros"),
                                series("fitted", curve, "micros"),
                                series("from", curve, "low"),
                                series("to", curve, "high"))),
                new Table(List.of("what", "MiB", "µs", "from, µs", "to, µs"), rows));
    }

    private static Figure objective(List<JsonNode> places) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode each : places)
            rows.add(
                    List.of(
                            cell(each, "mebibytes"),
                            cell(each, "objective"),
                            cell(each, "reads"),
                            cell(each, "writes"),
                            each.path("isMeasured").asBoolean() ? "yes" : "no"));
        return new Figure(
                "The objective by MiB of memtables, and rates relative to the best",
                "Caches have the rest of the memory. Points outside the measured range are"
                        + " extrapolated.",
                Lines.from(
                        0,
                        "MiB of memtables",
                        List.of(
                                series("objective", places, "objective"),
                                series("reads", places, "reads"),
                                series("writes", places, "writes"))),
                new Table(
                        List.of("MiB of memtables", "objective", "reads", "writes", "measured"),
                        rows));
    }

    private static Lines.Series series(String name, List<JsonNode> places, String key) {
        return new Lines.Series(
                name,
                places.stream()
                        .filter(each -> each.path(key).isNumber())
                        .map(
                                each ->
                                        new Lines.Point(
                                                each.path("mebibytes").asDouble(),
                                                each.path(key).asDouble()))
                        .sorted(Comparator.comparingDouble(Lines.Point::x))
                        .toList());
    }

    private static String cell(JsonNode place, String key) {
        return Rows.cell(place.path(key));
    }
}
