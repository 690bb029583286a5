// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Renders the output of {@code memory compare --json}. */
final class ComparedDivisionResults extends LineResults {
    private static final double MEBIBYTE = 1 << 20;

    ComparedDivisionResults() {
        super("memory-comparison");
    }

    @Override
    Section section(String source, JsonNode line) {
        JsonNode result = line.path("result");
        List<JsonNode> divisions = Rows.of(result.path("divisions"));
        List<String> answers = new ArrayList<>();
        answers.add("The best objective was that of " + result.path("best").asText() + ".");
        JsonNode control = result.path("recommendedToControl");
        if (control.isObject())
            answers.add(
                    ("The recommended split has %s%s of the objective of the control, which differs"
                                    + " in memtables alone.")
                            .formatted(
                                    Numbers.text(control.path("median").asDouble()),
                                    interval(control)));
        divisions.stream()
                .skip(1)
                .map(each -> toFirst(each, divisions.get(0)))
                .forEach(answers::add);
        return new Section(
                "Memory splits compared",
                source,
                answers,
                List.of(
                        "Workload " + line.path("settings").path("workload").asText() + ".",
                        "In brackets is the 95 % interval."),
                List.of(objective(divisions), rates(divisions)),
                doubts(divisions),
                Provenance.of(line));
    }

    private static String toFirst(JsonNode division, JsonNode first) {
        JsonNode ratio = division.path("toFirst");
        return "%s: %s%s of the objective of %s."
                .formatted(
                        division.path("name").asText(),
                        Rows.cell(ratio.path("median")),
                        interval(ratio),
                        first.path("name").asText());
    }

    private static String interval(JsonNode ratio) {
        return ratio.path("low").isNumber()
                ? " (%s to %s)"
                        .formatted(Rows.cell(ratio.path("low")), Rows.cell(ratio.path("high")))
                : "";
    }

    private static List<String> doubts(List<JsonNode> divisions) {
        List<String> doubts = new ArrayList<>();
        for (JsonNode each : divisions)
            if (!each.path("isCalibrated").asBoolean(true))
                doubts.add(
                        "The expected values of %s are extrapolated beyond the calibrated range"
                                .formatted(each.path("name").asText()));
        return doubts;
    }

    private static Figure objective(List<JsonNode> divisions) {
        List<Bars.Group> groups = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode each : divisions) {
            JsonNode objective = each.path("objective");
            JsonNode ratio = each.path("toFirst");
            double expected = objective.path("expected").asDouble();
            double measured = objective.path("measured").asDouble();
            groups.add(
                    new Bars.Group(
                            each.path("name").asText(),
                            List.of(
                                    new Bars.Bar("measured", measured, measured, measured),
                                    new Bars.Bar("expected", expected, expected, expected))));
            rows.add(
                    List.of(
                            each.path("name").asText(),
                            Numbers.text(each.path("memtableBytes").asDouble() / MEBIBYTE),
                            Numbers.text(each.path("cacheBytes").asDouble() / MEBIBYTE),
                            Rows.cell(objective.path("measured")),
                            Rows.cell(objective.path("spread")),
                            Rows.cell(objective.path("expected")),
                            Rows.cell(ratio.path("median")),
                            Rows.cell(ratio.path("low")),
                            Rows.cell(ratio.path("high"))));
        }
        return new Figure(
                "The objective, medians of the rounds",
                "",
                new Bars(groups).html(),
                new Table(
                        List.of(
                                "split",
                                "memtables, MiB",
                                "caches, MiB",
                                "measured",
                                "spread",
                                "expected",
                                "over the first",
                                "from",
                                "to"),
                        rows));
    }

    private static Figure rates(List<JsonNode> divisions) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode each : divisions)
            for (String kind : List.of("reads", "writes")) {
                JsonNode rate = each.path(kind);
                rows.add(
                        List.of(
                                each.path("name").asText() + ", " + kind,
                                Rows.cell(rate.path("measured")),
                                Rows.cell(rate.path("spread")),
                                Rows.cell(rate.path("expected")),
                                Rows.cell(rate.path("off"))));
            }
        return new Figure(
                "Rates a second, of reads alone and of writes alone",
                "'off' is the expected rate over the measured one, less 1.",
                "",
                new Table(List.of("split", "measured", "spread", "expected", "off"), rows));
    }
}
