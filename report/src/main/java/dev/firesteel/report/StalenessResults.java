// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Renders the output of {@code lab staleness measure --json}. */
final class StalenessResults extends LineResults {
    private static final double PERCENT = 100;

    StalenessResults() {
        super("staleness");
    }

    @Override
    Section section(String source, JsonNode line) {
        JsonNode settings = line.path("settings");
        JsonNode result = line.path("result");
        List<String> method = new ArrayList<>();
        method.add(
                "%s replicas; a read waits for %s of them, a write for %s; written through %s, read through %s."
                        .formatted(
                                settings.path("n").asText(),
                                settings.path("r").asText(),
                                settings.path("w").asText(),
                                result.path("writer").asText(),
                                result.path("reader").asText()));
        if (settings.path("nodes").asInt() > 0)
            method.add(
                    "%s nodes of one machine, %s, commit log: %s."
                            .formatted(
                                    settings.path("nodes").asText(),
                                    settings.path("cores").asDouble() > 0
                                            ? settings.path("cores").asText()
                                                    + " of a processor each"
                                            : "without a limit",
                                    settings.path("mode").asText()));
        List<String> answers = new ArrayList<>();
        List<JsonNode> points = Rows.of(result.path("points"));
        if (!points.isEmpty()) answers.add(answer(points.get(0)));
        answers.add(
                ("Predicted from %s traced writes and %s traced reads: off by %s percentage points"
                                + " (root mean square)%s.")
                        .formatted(
                                Rows.cell(result.path("tracedWrites")),
                                Rows.cell(result.path("tracedReads")),
                                Numbers.text(result.path("errorPoints").asDouble()),
                                result.path("tracedErrorPoints").isNumber()
                                        ? ", and by %s for the traced requests"
                                                .formatted(
                                                        Rows.cell(result.path("tracedErrorPoints")))
                                        : ""));
        return new Section(
                "Measured staleness of reads",
                source,
                answers,
                method,
                List.of(figure(points)),
                doubts(result),
                Provenance.of(line));
    }

    private static String answer(JsonNode point) {
        return "%s %% of reads %s ms after a write return it (95 %% from %s to %s); predicted: %s %%."
                .formatted(
                        percent(point, "fresh"),
                        Numbers.text(point.path("meanMillis").asDouble()),
                        percent(point, "low"),
                        percent(point, "high"),
                        percent(point, "predicted"));
    }

    private static Figure figure(List<JsonNode> points) {
        List<Lines.Point> measured = new ArrayList<>();
        List<Lines.Point> predicted = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode point : points) {
            double millis = point.path("meanMillis").asDouble();
            measured.add(new Lines.Point(millis, PERCENT * point.path("fresh").asDouble()));
            predicted.add(new Lines.Point(millis, PERCENT * point.path("predicted").asDouble()));
            rows.add(
                    List.of(
                            Rows.cell(point.path("delayMillis")),
                            Numbers.text(millis),
                            Rows.cell(point.path("trials")),
                            percent(point, "fresh"),
                            percent(point, "low"),
                            percent(point, "high"),
                            percent(point, "predicted"),
                            point.path("tracedTrials").asInt() > 0
                                    ? percent(point, "tracedFresh")
                                    : "-"));
        }
        return new Figure(
                "Reads that return the write before them, in %",
                "",
                Lines.from(
                        lowest(points),
                        "ms after the write",
                        List.of(
                                new Lines.Series("measured", measured),
                                new Lines.Series("predicted", predicted))),
                new Table(
                        List.of(
                                "asked for, ms",
                                "read after, ms",
                                "trials",
                                "fresh, %",
                                "from, %",
                                "to, %",
                                "predicted, %",
                                "fresh if traced, %"),
                        rows));
    }

    /** Returns the floor of the axis: most values of interest lie near 100 %. */
    private static double lowest(List<JsonNode> points) {
        double lowest = PERCENT;
        for (JsonNode point : points)
            lowest =
                    Math.min(
                            lowest,
                            PERCENT
                                    * Math.min(
                                            point.path("fresh").asDouble(),
                                            point.path("predicted").asDouble()));
        return Math.max(0, Math.floor((lowest - 1) / 10) * 10);
    }

    private static String percent(JsonNode point, String key) {
        return Numbers.text(PERCENT * point.path(key).asDouble());
    }

    private static List<String> doubts(JsonNode result) {
        List<String> doubts = new ArrayList<>();
        if (!result.path("isComplete").asBoolean(true)) doubts.add("The run was ended early");
        if (result.path("failures").asLong() > 0)
            doubts.add(result.path("failures").asText() + " requests failed, and are not counted");
        if (result.path("incomplete").asLong() > 0)
            doubts.add(
                    result.path("incomplete").asText()
                            + " traces were incomplete, and are not counted");
        return doubts;
    }
}
