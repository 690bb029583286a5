// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;

/** Renders the output of {@code lab sweep --json}. */
final class SweepResults extends LineResults {
    private static final String TITLE = "Throughput and latency, up to saturation and beyond";
    private static final String OFFERED = "operations offered, a second";

    SweepResults() {
        super("sweep");
    }

    @Override
    Section section(String source, JsonNode line) {
        JsonNode settings = line.path("settings");
        List<String> method =
                List.of(
                        "Workload %s on %s rows, consistency %s; each rate for %s s. Latencies count from when an operation was due."
                                .formatted(
                                        settings.path("workload").asText(),
                                        Rows.cell(settings.path("rows")),
                                        settings.path("consistency").asText(),
                                        settings.path("seconds").asText()));
        List<JsonNode> curves =
                Rows.of(line.path("result").path("curves")).stream()
                        .filter(curve -> curve.path("points").size() > 1)
                        .toList();
        List<String> answers =
                curves.stream()
                        .filter(curve -> curve.path("knee").isObject())
                        .map(SweepResults::knee)
                        .toList();
        return new Section(
                TITLE,
                source,
                answers,
                method,
                curves.isEmpty()
                        ? List.of()
                        : List.of(
                                figure("Operations done, a second", "achievedPerSecond", curves),
                                figure("Mean latency, in µs", "meanMicros", curves),
                                figure("99th percentile of latency, in µs", "p99Micros", curves)),
                doubts(line.path("result")),
                Provenance.of(line));
    }

    private static List<String> doubts(JsonNode result) {
        List<String> doubts = new ArrayList<>();
        if (!result.path("problem").asText().isEmpty())
            doubts.add("the measurement stopped: " + result.path("problem").asText());
        for (JsonNode curve : result.path("curves")) {
            if (!curve.path("isSettled").asBoolean(true))
                doubts.add(name(curve) + ": the rate was not steady before it was measured");
            for (JsonNode point : curve.path("points"))
                if (point.path("kept").asBoolean() && !point.path("stable").asBoolean())
                    doubts.add(
                            "%s, %s offered a second: kept, but unsteady, or with failures"
                                    .formatted(
                                            name(curve),
                                            Rows.cell(point.path("offeredPerSecond"))));
        }
        return doubts;
    }

    private static String knee(JsonNode curve) {
        JsonNode knee = curve.path("knee");
        return "%s: %s op/s at full speed; saturated %s by latency (Kneedle), and %s by throughput%s."
                .formatted(
                        name(curve),
                        Rows.cell(curve.path("closedPerSecond")),
                        rate(knee.path("byLatency")),
                        rate(knee.path("byThroughput")),
                        knee.path("agreed").asBoolean() ? ", which agree" : "");
    }

    private static String rate(JsonNode perSecond) {
        return perSecond.isNumber() ? "at " + Rows.cell(perSecond) + " op/s" : "nowhere";
    }

    private static String name(JsonNode curve) {
        String clients = curve.path("clients").asText();
        return clients + (clients.equals("1") ? " client" : " clients");
    }

    private static Figure figure(String title, String key, List<JsonNode> curves) {
        boolean isLatency = key.endsWith("Micros");
        JsonNode none = MissingNode.getInstance();
        List<Lines.Series> series = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode curve : curves) {
            List<Lines.Point> points = new ArrayList<>();
            for (JsonNode point : curve.path("points")) {
                points.add(
                        new Lines.Point(
                                point.path("offeredPerSecond").asDouble(),
                                point.path(key).asDouble()));
                rows.add(row(curve, point));
            }
            JsonNode knee = isLatency ? curve.path("knee").path("byLatency") : none;
            series.add(
                    new Lines.Series(
                            name(curve), points, knee.isNumber() ? knee.asDouble() : Double.NaN));
        }
        return new Figure(
                title,
                isLatency ? "Dashed: where latency shows saturation (Kneedle)." : "",
                isLatency && isPositive(series)
                        ? Lines.logarithmic(OFFERED, series)
                        : Lines.from(0, OFFERED, series),
                new Table(
                        List.of(
                                "clients",
                                "offered/s",
                                "done/s",
                                "mean µs",
                                "p50 µs",
                                "p99 µs",
                                "p99.9 µs",
                                "failed",
                                "variation",
                                "kept",
                                "stable"),
                        rows));
    }

    private static boolean isPositive(List<Lines.Series> series) {
        return series.stream()
                .flatMap(each -> each.points().stream())
                .allMatch(point -> point.y() > 0);
    }

    private static List<String> row(JsonNode curve, JsonNode point) {
        return List.of(
                curve.path("clients").asText(),
                Rows.cell(point.path("offeredPerSecond")),
                Rows.cell(point.path("achievedPerSecond")),
                Rows.cell(point.path("meanMicros")),
                Rows.cell(point.path("p50Micros")),
                Rows.cell(point.path("p99Micros")),
                Rows.cell(point.path("p999Micros")),
                point.path("errors").asText(),
                Rows.cell(point.path("variation")),
                point.path("kept").asBoolean() ? "yes" : "no",
                point.path("stable").asBoolean() ? "yes" : "no");
    }
}
