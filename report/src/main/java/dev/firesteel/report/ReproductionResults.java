// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.firesteel.report.published.PublishedRow;
import dev.firesteel.report.published.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders the output of {@code reproduce --json}: published figures beside those measured here. */
final class ReproductionResults implements ResultKind {
    @Override
    public boolean knows(JsonNode object) {
        return object.path("kind").asText().equals("reproduction");
    }

    @Override
    public List<Section> sections(ResultFile results) {
        List<Section> sections = new ArrayList<>();
        for (JsonNode object : results.objects()) {
            sections.add(verdicts(results.name(), object));
            for (JsonNode figure : object.path("result").path("figures"))
                sections.add(section(results.name(), object, figure));
        }
        return sections;
    }

    /** Counts the verdicts of each paper. */
    private static Section verdicts(String source, JsonNode object) {
        Map<String, Map<String, Integer>> papers = new LinkedHashMap<>();
        for (JsonNode figure : object.path("result").path("figures")) {
            Map<String, Integer> counts =
                    papers.computeIfAbsent(paper(figure), paper -> new LinkedHashMap<>());
            for (JsonNode row : figure.path("rows"))
                counts.merge(row.path("verdict").asText(), 1, Integer::sum);
        }
        List<List<String>> rows = new ArrayList<>();
        papers.forEach(
                (paper, counts) -> {
                    List<String> row = new ArrayList<>(List.of(paper));
                    for (Verdict each : Verdict.values())
                        row.add(Integer.toString(counts.getOrDefault(each.title(), 0)));
                    rows.add(row);
                });
        List<String> heads = new ArrayList<>(List.of("paper"));
        for (Verdict each : Verdict.values()) heads.add(each.title());
        return new Section(
                "Published figures, and the verdicts on their numbers",
                source,
                List.of(),
                List.of(),
                List.of(
                        new Figure(
                                "Verdicts", "Numbers of each paper.", "", new Table(heads, rows))),
                List.of(),
                Provenance.of(object));
    }

    /** Returns a figure's paper: the source up to the figure's name there. */
    private static String paper(JsonNode figure) {
        return figure.path("source").asText().replaceFirst(", [^,]*$", "");
    }

    private static Section section(String source, JsonNode object, JsonNode figure) {
        List<JsonNode> rows = Rows.of(figure.path("rows"));
        List<String> doubts = new ArrayList<>();
        if (object.path("settings").path("quick").asBoolean())
            doubts.add("quick measurement: on nodes that were not warm, in one round of seconds");
        if (rows.stream().noneMatch(ReproductionResults::isJudged))
            doubts.add("no row that shows the shape was measured");
        return new Section(
                "Published and measured here: " + figure.path("caption").asText(),
                source,
                rows.stream()
                        .filter(ReproductionResults::isJudged)
                        .map(ReproductionResults::answer)
                        .toList(),
                List.of(figure.path("source").asText() + ".", figure.path("note").asText()),
                List.of(shape(rows), numbers(rows)),
                doubts,
                Provenance.of(object));
    }

    private static String answer(JsonNode row) {
        return "%s, in %s: %s. Published %s, here %s%s."
                .formatted(
                        row.path("name").asText(),
                        row.path("unit").asText(),
                        row.path("verdict").asText(),
                        number(row, "published"),
                        number(row, "here"),
                        end(row, "low").equals("-")
                                ? ""
                                : " (%s to %s)".formatted(number(row, "low"), number(row, "high")));
    }

    private static boolean isJudged(JsonNode row) {
        return row.path("from").isNumber() || row.path("to").isNumber();
    }

    private static Figure shape(List<JsonNode> rows) {
        List<Bars.Group> groups = new ArrayList<>();
        for (JsonNode row : rows)
            if (isJudged(row) && row.path("unit").asText().equals("times"))
                groups.add(
                        new Bars.Group(
                                "%s (%s)"
                                        .formatted(
                                                row.path("name").asText(),
                                                row.path("verdict").asText()),
                                bars(row)));
        return new Figure(
                "Direction and size",
                "The direction is the paper's; 'from' and 'to' are its bounds. A number agrees if its"
                        + " whole interval is within a factor of "
                        + PublishedRow.NEAR
                        + " of the published one. It disagrees if none of it is within the bounds.",
                areAllDrawn(rows) ? new Bars(groups).html() : "",
                new Table(
                        List.of("what", "from", "to", "published", "here", "verdict"),
                        rows.stream()
                                .filter(ReproductionResults::isJudged)
                                .map(ReproductionResults::judged)
                                .toList()));
    }

    /** Returns whether all rows can be drawn; otherwise only the table is shown. */
    private static boolean areAllDrawn(List<JsonNode> rows) {
        return rows.stream()
                .filter(ReproductionResults::isJudged)
                .allMatch(row -> row.path("unit").asText().equals("times"));
    }

    private static List<Bars.Bar> bars(JsonNode row) {
        List<Bars.Bar> bars = new ArrayList<>();
        double published = row.path("published").asDouble();
        if (row.path("published").isNumber())
            bars.add(new Bars.Bar("published", published, published, published));
        if (row.path("here").isNumber())
            bars.add(
                    new Bars.Bar(
                            "here",
                            row.path("here").asDouble(),
                            row.path("low").asDouble(),
                            row.path("high").asDouble()));
        return bars;
    }

    private static List<String> judged(JsonNode row) {
        return List.of(
                row.path("name").asText(),
                bound(row.path("from")),
                bound(row.path("to")),
                number(row, "published"),
                number(row, "here"),
                row.path("verdict").asText());
    }

    private static Figure numbers(List<JsonNode> rows) {
        return new Figure(
                "The numbers",
                "",
                "",
                new Table(
                        List.of("what", "unit", "published", "here", "lowest", "highest"),
                        rows.stream()
                                .map(
                                        row ->
                                                List.of(
                                                        row.path("name").asText(),
                                                        row.path("unit").asText(),
                                                        number(row, "published"),
                                                        number(row, "here"),
                                                        end(row, "low"),
                                                        end(row, "high")))
                                .toList()));
    }

    private static String bound(JsonNode number) {
        return number.isNumber() ? Numbers.exact(number.asDouble()) : "-";
    }

    private static String end(JsonNode row, String key) {
        return row.path("low").equals(row.path("high")) ? "-" : number(row, key);
    }

    private static String number(JsonNode row, String key) {
        JsonNode published = row.path("published");
        return row.path(key).isNumber()
                ? Numbers.text(
                        row.path(key).asDouble(),
                        published.isNumber() ? published.asDouble() : null)
                : "-";
    }
}
