// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Renders the output of {@code lab load --json} and {@code lab ycsb --json}. */
final class YcsbResults implements ResultKind {
    private static final String SHARE = "proportion";

    /** The part of a rate at which it is kept. */
    private static final double KEPT = 0.95;

    @Override
    public boolean knows(JsonNode object) {
        return object.has("phase") && object.has("operationsPerSecond") && object.has("each");
    }

    @Override
    public List<Section> sections(ResultFile results) {
        return results.objects().stream().map(each -> section(results.name(), each)).toList();
    }

    private static Section section(String source, JsonNode run) {
        return new Section(
                isLoad(run) ? "Rows of YCSB, loaded" : "A workload of YCSB",
                source,
                List.of(answer(run)),
                List.of(
                        "YCSB's core workload on a running node. A latency is that of an operation that succeeded, from when it %s."
                                .formatted(hasRate(run) ? "was due" : "began")),
                List.of(figure(run)),
                doubts(run),
                Provenance.of(run));
    }

    private static boolean isLoad(JsonNode run) {
        return run.path("phase").asText().equals("load");
    }

    private static boolean hasRate(JsonNode run) {
        return run.path("settings").has("rate");
    }

    private static List<String> doubts(JsonNode run) {
        List<String> doubts = new ArrayList<>();
        if (run.path("errors").asLong() > 0)
            doubts.add("an operation failed: " + run.path("firstError").asText());
        double due = run.path("settings").path("rate").asDouble();
        if (run.path("operationsPerSecond").asDouble() < KEPT * due)
            doubts.add("the rate was not kept: %s a second were due".formatted(Numbers.text(due)));
        return doubts;
    }

    private static String answer(JsonNode run) {
        return "%s%s operations a second from %s clients over %s s; %s failed."
                .formatted(
                        isLoad(run) ? "" : workload(run.path("settings")),
                        Rows.cell(run.path("operationsPerSecond")),
                        Rows.cell(run.path("threads")),
                        Rows.cell(run.path("seconds")),
                        Rows.cell(run.path("errors")));
    }

    /** Describes a workload by its shares of operations, its rows and its consistency level. */
    private static String workload(JsonNode settings) {
        if (!settings.has("recordcount")) return "";
        String shares =
                settings.properties().stream()
                        .filter(
                                each ->
                                        each.getKey().endsWith(SHARE)
                                                && each.getValue().asDouble() > 0)
                        .map(
                                each ->
                                        "%s %% %s"
                                                .formatted(
                                                        Numbers.text(
                                                                100 * each.getValue().asDouble()),
                                                        each.getKey().replace(SHARE, "")))
                        .collect(Collectors.joining(", "));
        return "%s on %s rows, %s, %s: "
                .formatted(
                        shares,
                        Numbers.text(settings.path("recordcount").asDouble()),
                        settings.path("requestdistribution").asText("uniform"),
                        settings.path("consistency").asText());
    }

    private static Figure figure(JsonNode run) {
        List<Bars.Bar> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : run.path("each").properties()) {
            String name = each.getKey().toLowerCase(Locale.ROOT);
            JsonNode of = each.getValue();
            double p99 = of.path("p99Micros").asDouble();
            bars.add(new Bars.Bar(name, p99, p99, p99));
            rows.add(
                    List.of(
                            name,
                            Rows.cell(of.path("succeeded")),
                            Rows.cell(of.path("errors")),
                            Rows.cell(of.path("meanMicros")),
                            Rows.cell(of.path("p50Micros")),
                            Rows.cell(of.path("p99Micros")),
                            Rows.cell(of.path("p999Micros")),
                            Rows.cell(of.path("maxMicros"))));
        }
        return new Figure(
                "The 99th percentile of the latency, in µs",
                "Less is better.",
                new Bars(List.of(new Bars.Group("", bars))).html(),
                new Table(
                        List.of(
                                "operation",
                                "succeeded",
                                "failed",
                                "mean µs",
                                "p50 µs",
                                "p99 µs",
                                "p99.9 µs",
                                "max µs"),
                        rows));
    }
}
