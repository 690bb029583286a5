// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Renders the lines of a {@code lab matrix} result file. */
final class MatrixResults implements ResultKind {
    @Override
    public boolean knows(JsonNode object) {
        return object.path("kind").asText().equals("matrix-cell");
    }

    @Override
    public List<Section> sections(ResultFile file) {
        List<JsonNode> objects = file.objects();
        List<String> lead = new ArrayList<>();
        lead.add(
                "YCSB's workloads on rows that fit into memory and on rows that do not, on fast and slow drives.");
        lead.addAll(Provenance.of(objects.get(0)));
        List<JsonNode> results = objects.stream().map(each -> each.path("result")).toList();
        List<Figure> figures = new ArrayList<>();
        Rows.by(results, MatrixResults::workload)
                .forEach((workload, cells) -> figures.add(figure(workload, cells)));
        return List.of(
                new Section(
                        "Data smaller and larger than memory",
                        file.name(),
                        lead,
                        figures,
                        List.of()));
    }

    private static String workload(JsonNode result) {
        JsonNode cell = result.path("cell");
        return "workload %s, %s"
                .formatted(cell.path("workload").asText(), cell.path("distribution").asText());
    }

    private static Figure figure(String workload, List<JsonNode> cells) {
        List<Bars.Group> groups = new ArrayList<>();
        Rows.by(cells, each -> each.path("cell").path("dataToMemory").asText())
                .forEach(
                        (times, drives) ->
                                groups.add(
                                        new Bars.Group(
                                                "data " + times + " × memory",
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
