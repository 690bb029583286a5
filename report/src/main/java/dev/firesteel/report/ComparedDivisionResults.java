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
        List<String> lead = new ArrayList<>();
        lead.add("Workload " + line.path("settings").path("workload").asText() + ".");
        lead.addAll(Provenance.of(line));
        lead.add("The best objective was that of " + result.path("best").asText() + ".");
        JsonNode control = result.path("recommendedToControl");
        if (control.isObject())
            lead.add(
                    ("The recommended split has %s of the objective of the control, which differs"
                                    + " in memtables alone.")
                            .formatted(Numbers.text(control.path("median").asDouble())));
        return new Section(
                "Memory splits compared",
                source,
                lead,
                List.of(objective(divisions), rates(divisions)),
                doubts(result, divisions));
    }

    private static List<String> doubts(JsonNode result, List<JsonNode> divisions) {
        List<String> doubts = new ArrayList<>();
        if (!result.path("isComplete").asBoolean(true))
            doubts.add("The run was ended before everything was measured");
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
