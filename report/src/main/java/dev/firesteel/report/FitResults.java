// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Renders the output of {@code memory fit --json}. */
final class FitResults implements ResultKind {
    private static final int STEPS = 20;

    @Override
    public boolean knows(JsonNode object) {
        return object.path("a").isNumber()
                && object.path("b").isNumber()
                && object.path("confidence95").isObject()
                && object.path("measured").size() == 2
                && isModel(object.path("model").asText());
    }

    private static boolean isModel(String model) {
        return model.equals("write") || model.equals("read");
    }

    @Override
    public List<Section> sections(ResultFile results) {
        return results.objects().stream().map(each -> section(results.name(), each)).toList();
    }

    private static Section section(String source, JsonNode fit) {
        return new Section(
                "Duration of operations, by memory",
                source,
                List.of(
                        "%s, fitted to %s measurements; R squared %s, standard error %s s."
                                .formatted(
                                        isWrite(fit)
                                                ? "seconds = a / memory + b"
                                                : "seconds = a + b ln(memory)",
                                        Rows.cell(fit.path("points")),
                                        Rows.cell(fit.path("rSquared")),
                                        Rows.cell(fit.path("standardError")))),
                List.of(),
                List.of(curve(fit), coefficients(fit)),
                fit.path("isFasterWithMore").asBoolean()
                        ? List.of()
                        : List.of("more memory has no significant effect"),
                Provenance.of(fit));
    }

    private static boolean isWrite(JsonNode fit) {
        return fit.path("model").asText().equals("write");
    }

    private static Figure curve(JsonNode fit) {
        double low = fit.path("measured").path(0).asDouble();
        double high = fit.path("measured").path(1).asDouble();
        List<Lines.Point> points = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (int step = 0; step <= STEPS; step++) {
            double memory = low + (high - low) * step / STEPS;
            double seconds = seconds(fit, memory);
            points.add(new Lines.Point(memory, seconds));
            rows.add(List.of(Numbers.text(memory), Numbers.text(seconds)));
        }
        return new Figure(
                "Seconds by memory, as fitted",
                "The curve covers the measured range, in the unit of the measurements.",
                Lines.from(0, "memory", List.of(new Lines.Series("fitted", points))),
                new Table(List.of("memory", "seconds"), rows));
    }

    private static double seconds(JsonNode fit, double memory) {
        double a = fit.path("a").asDouble();
        double b = fit.path("b").asDouble();
        return isWrite(fit) ? a / memory + b : a + b * Math.log(memory);
    }

    private static Figure coefficients(JsonNode fit) {
        List<List<String>> rows = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            JsonNode interval = fit.path("confidence95").path(name);
            rows.add(
                    List.of(
                            name,
                            Rows.cell(fit.path(name)),
                            Rows.cell(interval.path(0)),
                            Rows.cell(interval.path(1))));
        }
        return new Figure(
                "Coefficients, with their 95 % intervals",
                "", "", new Table(List.of("coefficient", "value", "from", "to"), rows));
    }
}
