// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Renders the lines of a {@code lab matrix} result file. */
final class MatrixResults implements ResultKind {
    @Override
    public boolean knows(JsonNode object) {
        return object.path("kind").asText().equals("matrix-cell");
    }

    @Override
    public List<Section> sections(ResultFile file) {
        List<JsonNode> objects = file.objects();
        List<JsonNode> results = objects.stream().map(each -> each.path("result")).toList();
        List<Figure> figures = new ArrayList<>();
        Rows.by(results, MatrixResults::workload)
                .forEach((workload, cells) -> figures.add(figure(workload, cells)));
        return List.of(
                new Section(
                        "Data smaller and larger than memory",
                        file.name(),
                        answers(results),
                        List.of(
                                "YCSB's workloads on rows that fit into memory and on rows that do not, on fast and slow drives."),
                        figures,
                        List.of(),
                        Provenance.of(objects.get(0))));
    }

    private static List<String> answers(List<JsonNode> results) {
        List<String> answers = new ArrayList<>();
        Rows.by(results, each -> workload(each) + ", " + size(each))
                .forEach(
                        (load, drives) ->
                                answers.add(
                                        load
                                                + ": "
                                                + drives.stream()
                                                        .map(MatrixResults::rate)
                                                        .collect(Collectors.joining(", "))
                                                + "."));
        return answers;
    }

    private static String rate(JsonNode result) {
        return "%s op/s on %s"
                .formatted(
                        Rows.cell(result.path("opsPerSecond")),
                        result.path("cell").path("storage").asText());
    }

    private static String size(JsonNode result) {
        return "data " + result.path("cell").path("dataToMemory").asText() + " × memory";
    }

    private static String workload(JsonNode result) {
        JsonNode cell = result.path("cell");
        return "workload %s, %s"
                .formatted(cell.path("workload").asText(), cell.path("distribution").asText());
    }

    private static Figure figure(String workload, List<JsonNode> cells) {
        List<Bars.Group> groups = new ArrayList<>();
        Rows.by(cells, MatrixResults::size)
                .forEach(
                        (size, drives) ->
                                groups.add(
                                        new Bars.Group(
                                                size,
                                                drives.stream().map(MatrixResults::bar).toList())));
        return new Figure(
                "Operations a second: " + workload,
                "",
                new Bars(groups).html(),
                new Table(
                        List.of("data/memory", "drive", "IOPS limit", "op/s", "KiB read/op"),
                        cells.stream().map(MatrixResults::row).toList()));
    }

    private static Bars.Bar bar(JsonNode result) {
        double rate = result.path("opsPerSecond").asDouble();
        return new Bars.Bar(result.path("cell").path("storage").asText(), rate, rate, rate);
    }

    private static List<String> row(JsonNode result) {
        JsonNode cell = result.path("cell");
        int iops = result.path("iops").asInt();
        return List.of(
                cell.path("dataToMemory").asText(),
                cell.path("storage").asText(),
                iops == 0 ? "none" : Numbers.text(iops),
                Rows.cell(result.path("opsPerSecond")),
                Numbers.text(result.path("readBytesPerOp").asDouble() / 1024));
    }
}
