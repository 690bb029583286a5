// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Renders the output of {@code endurance model --json}: one run, or several under {@code runs}. */
final class ModelResults implements ResultKind {
    @Override
    public boolean knows(JsonNode object) {
        List<JsonNode> runs = Rows.runs(object);
        return !runs.isEmpty() && runs.stream().allMatch(ModelResults::isRun);
    }

    private static boolean isRun(JsonNode run) {
        return run.path("writeAmplification").isNumber()
                && run.has("formulaIs")
                && run.has("victim");
    }

    @Override
    public List<Section> sections(ResultFile results) {
        return results.objects().stream()
                .map(each -> section(results.name(), Rows.runs(each)))
                .toList();
    }

    private static Section section(String source, List<JsonNode> runs) {
        JsonNode first = runs.get(0);
        return new Section(
                "Write amplification under random writes",
                source,
                runs.stream().map(ModelResults::answer).toList(),
                List.of(
                        "A simulated drive of %s blocks of %s pages, %s in reserve; alpha %s."
                                .formatted(
                                        Rows.cell(first.path("blocks")),
                                        Rows.cell(first.path("pagesPerBlock")),
                                        Rows.cell(first.path("reserveBlocks")),
                                        Numbers.text(first.path("alpha").asDouble()))),
                List.of(figure(runs)),
                List.of(),
                Provenance.of(first));
    }

    private static String answer(JsonNode run) {
        return "Victim policy %s: write amplification %s%s."
                .formatted(
                        run.path("victim").asText(),
                        Rows.cell(run.path("writeAmplification")),
                        run.path("formula").isNumber()
                                ? "; by theory (%s) %s"
                                        .formatted(
                                                run.path("formulaIs").asText(),
                                                Rows.cell(run.path("formula")))
                                : "");
    }

    private static Figure figure(List<JsonNode> runs) {
        List<Bars.Group> groups = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode run : runs) {
            List<Bars.Bar> bars = new ArrayList<>();
            bars.add(bar("simulated", run.path("writeAmplification")));
            if (run.path("formula").isNumber())
                bars.add(bar(run.path("formulaIs").asText(), run.path("formula")));
            groups.add(new Bars.Group(run.path("victim").asText(), bars));
            rows.add(
                    List.of(
                            run.path("victim").asText(),
                            Rows.cell(run.path("writeAmplification")),
                            Rows.cell(run.path("formula")),
                            run.path("formulaIs").asText(),
                            Rows.cell(run.path("hostWrites")),
                            Rows.cell(run.path("moves"))));
        }
        return new Figure(
                "Write amplification, by victim policy",
                "Pages on flash for each written page. The minimum is 1.",
                new Bars(groups).html(),
                new Table(
                        List.of(
                                "victim",
                                "simulated",
                                "theory",
                                "theory is",
                                "pages written",
                                "pages moved"),
                        rows));
    }

    private static Bars.Bar bar(String name, JsonNode value) {
        return new Bars.Bar(name, value.asDouble(), value.asDouble(), value.asDouble());
    }
}
