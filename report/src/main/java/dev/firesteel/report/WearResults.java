// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Renders the output of {@code endurance simulate --json}. */
final class WearResults implements ResultKind {
    private static final double GIBIBYTE = 1 << 30;

    @Override
    public boolean knows(JsonNode object) {
        return object.path("fillings").path(0).path("streams").size() > 0
                && object.has("tracePages");
    }

    @Override
    public List<Section> sections(ResultFile results) {
        return results.objects().stream().map(each -> section(results.name(), each)).toList();
    }

    private static Section section(String source, JsonNode simulation) {
        List<JsonNode> fillings = new ArrayList<>(Rows.of(simulation.path("fillings")));
        fillings.sort(Comparator.comparingDouble(each -> each.path("filling").asDouble()));
        List<String> doubts =
                fillings.stream()
                        .filter(each -> each.path("steady").isBoolean())
                        .filter(each -> !each.path("steady").asBoolean())
                        .map(
                                each ->
                                        "filled to %s the drive had not reached its steady state"
                                                .formatted(each.path("filling").asText()))
                        .toList();
        return new Section(
                "Write amplification of a trace",
                source,
                answers(fillings),
                List.of(
                        "A simulated drive of %s GiB, spare factor %s, %s."
                                .formatted(
                                        Numbers.text(
                                                simulation.path("driveBytes").asDouble()
                                                        / GIBIBYTE),
                                        simulation.path("spare").asText(),
                                        simulation.path("trim").asBoolean()
                                                ? "trimmed"
                                                : "not trimmed")),
                figures(fillings),
                doubts,
                Provenance.of(simulation));
    }

    private static List<String> answers(List<JsonNode> fillings) {
        List<String> answers = new ArrayList<>();
        for (JsonNode each : fillings) answers.add(answer(each));
        if (areTimed(fillings)) answers.addAll(times(fillings).answers());
        return answers;
    }

    private static List<Figure> figures(List<JsonNode> fillings) {
        List<Figure> figures = new ArrayList<>();
        figures.add(figure(fillings));
        if (areTimed(fillings)) figures.addAll(times(fillings).figures());
        return figures;
    }

    private static boolean areTimed(List<JsonNode> fillings) {
        return DriveTimes.areIn(fillings.get(0).path("streams").path(0));
    }

    private static DriveTimes times(List<JsonNode> fillings) {
        Map<String, JsonNode> drives = new LinkedHashMap<>();
        for (JsonNode filling : fillings)
            for (JsonNode stream : filling.path("streams"))
                drives.put(
                        fillings.size() == 1
                                ? name(stream)
                                : name(stream) + ", filled to " + filling.path("filling").asText(),
                        stream);
        return new DriveTimes(drives);
    }

    private static String answer(JsonNode filling) {
        return "Filled to %s: write amplification %s."
                .formatted(
                        filling.path("filling").asText(),
                        Rows.of(filling.path("streams")).stream()
                                .map(
                                        stream ->
                                                "%s with placement %s"
                                                        .formatted(
                                                                Rows.cell(
                                                                        stream.path(
                                                                                "writeAmplification")),
                                                                name(stream)))
                                .collect(Collectors.joining(", ")));
    }

    private static Figure figure(List<JsonNode> fillings) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode filling : fillings)
            for (JsonNode stream : filling.path("streams")) rows.add(row(filling, stream));
        return new Figure(
                "Write amplification, by data placement",
                "Bytes on flash for each written byte. The minimum is 1.",
                fillings.size() > 1 ? lines(fillings) : bars(fillings.get(0)),
                new Table(
                        List.of(
                                "placement",
                                "filling",
                                "write amplification",
                                "pages moved",
                                "erases",
                                "years"),
                        rows));
    }

    private static String bars(JsonNode filling) {
        List<Bars.Bar> bars = new ArrayList<>();
        for (JsonNode stream : filling.path("streams")) {
            double amplification = amplification(stream);
            bars.add(new Bars.Bar(name(stream), amplification, amplification, amplification));
        }
        return new Bars(List.of(new Bars.Group("", bars))).html();
    }

    private static String lines(List<JsonNode> fillings) {
        List<Lines.Series> series = new ArrayList<>();
        int count = fillings.get(0).path("streams").size();
        for (int i = 0; i < count; i++) {
            List<Lines.Point> points = new ArrayList<>();
            for (JsonNode filling : fillings)
                points.add(
                        new Lines.Point(
                                filling.path("filling").asDouble(),
                                amplification(filling.path("streams").path(i))));
            series.add(new Lines.Series(name(fillings.get(0).path("streams").path(i)), points));
        }
        return Lines.from(1, "filling: part of the drive in use", series);
    }

    private static double amplification(JsonNode stream) {
        return stream.path("writeAmplification").asDouble();
    }

    private static String name(JsonNode stream) {
        return stream.path("placement").asText();
    }

    private static List<String> row(JsonNode filling, JsonNode stream) {
        return List.of(
                name(stream),
                filling.path("filling").asText(),
                Rows.cell(stream.path("writeAmplification")),
                Rows.cell(stream.path("moves")),
                Rows.cell(stream.path("erases")),
                Rows.cell(stream.path("years")));
    }
}
