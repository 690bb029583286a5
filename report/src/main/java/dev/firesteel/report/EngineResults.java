// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Renders the output of {@code bench journal --json}. */
final class EngineResults implements ResultKind {
    @Override
    public boolean knows(JsonNode object) {
        return object.path("results").path(0).has("appendsPerSecond");
    }

    @Override
    public List<Section> sections(ResultFile results) {
        return results.objects().stream().map(each -> section(results.name(), each)).toList();
    }

    private static Section section(String source, JsonNode report) {
        List<String> answers = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        Rows.by(Rows.of(report.path("results")), EngineResults::cell)
                .forEach(
                        (cell, peers) -> {
                            answers.add(answer(cell, peers));
                            figures.add(figure(cell, peers));
                        });
        return new Section(
                "The engine alone",
                source,
                answers,
                List.of(
                        "The journal's engine without Cassandra, beside other durable logs and the"
                                + " drive itself. An append returns when it is on the device."),
                figures,
                Provenance.doubts(report),
                Provenance.of(report));
    }

    private static String answer(String cell, List<JsonNode> peers) {
        return "%s: %s."
                .formatted(
                        cell,
                        peers.stream()
                                .map(
                                        peer ->
                                                "%s %s MB/s"
                                                        .formatted(
                                                                name(peer),
                                                                Rows.cell(
                                                                        peer.path(
                                                                                "megabytesPerSecond"))))
                                .collect(Collectors.joining(", ")));
    }

    private static String cell(JsonNode result) {
        int threads = result.path("threads").asInt();
        // The drive has the engine's number of records in flight, and its own request size.
        if (isDrive(result)) return DRIVE;
        return "%s bytes, %d thread%s"
                .formatted(result.path("bytes").asText(), threads, threads == 1 ? "" : "s");
    }

    private static final String DRIVE = "the drive alone";

    private static boolean isDrive(JsonNode result) {
        return result.path("peer").asText().equals("drive");
    }

    private static Figure figure(String cell, List<JsonNode> peers) {
        List<Bars.Bar> bars = new ArrayList<>();
        for (JsonNode peer : peers) {
            double megabytes = peer.path("megabytesPerSecond").asDouble();
            bars.add(new Bars.Bar(name(peer), megabytes, megabytes, megabytes));
        }
        return new Figure(
                "Payload made durable, in MB/s: " + cell,
                cell.equals(DRIVE)
                        ? "The drive writes with the engine's number of concurrent writes, and the"
                                + " size of its records."
                        : "Medians of the rounds; 1 MB is 1,000,000 bytes.",
                new Bars(List.of(new Bars.Group("", bars))).html(),
                new Table(
                        List.of(
                                "log",
                                "appends/s",
                                "MB/s",
                                "p50 µs",
                                "p99 µs",
                                "device bytes/byte"),
                        peers.stream().map(EngineResults::row).toList()));
    }

    private static String name(JsonNode peer) {
        if (!isDrive(peer)) return peer.path("peer").asText();
        JsonNode bytes = peer.path("requestBytes");
        return bytes.isNumber() ? "writes of " + Rows.cell(bytes) + " bytes" : "writes";
    }

    private static List<String> row(JsonNode peer) {
        return List.of(
                name(peer),
                Rows.cell(peer.path("appendsPerSecond")),
                Rows.cell(peer.path("megabytesPerSecond")),
                Rows.cell(peer.path("p50Micros")),
                Rows.cell(peer.path("p99Micros")),
                Rows.cell(peer.path("deviceBytesPerByte")));
    }
}
