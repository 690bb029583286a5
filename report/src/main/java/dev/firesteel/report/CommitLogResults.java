// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders the output of {@code bench commitlog --json}. */
final class CommitLogResults implements ResultKind {
    private static final String JOURNAL = "firesteel";

    private static final String MEDIANS =
            "A bar is the median of the rounds; the line over it is their range.";

    @Override
    public boolean knows(JsonNode object) {
        JsonNode first = object.path("results").path(0);
        return first.has("mode") && first.has("clients") && first.has("opsPerSecond");
    }

    @Override
    public List<Section> sections(ResultFile results) {
        return results.objects().stream().map(each -> section(results.name(), each)).toList();
    }

    private static Section section(String source, JsonNode report) {
        List<Figure> figures = new ArrayList<>();
        Rows.by(Rows.of(report.path("results")), CommitLogResults::load)
                .forEach((load, results) -> figures.addAll(figures(load, results)));
        if (report.path("comparisons").size() > 0) figures.add(comparisons(report));
        return new Section(
                "Cost of acknowledged writes",
                source,
                answers(report),
                method(report),
                figures,
                Provenance.doubts(report),
                Provenance.of(report));
    }

    private static String load(JsonNode result) {
        return result.path("workload").asText()
                + ", "
                + result.path("loop").asText()
                + " loop"
                + drive(result, "log", "log")
                + drive(result, "sstables", "SSTables");
    }

    private static String drive(JsonNode result, String key, String files) {
        return result.has(key) ? ", " + files + " on " + result.path(key).asText() : "";
    }

    /** Compares the journal with each other mode: a sentence for all numbers of clients. */
    private static List<String> answers(JsonNode report) {
        List<JsonNode> pairs =
                Rows.of(report.path("comparisons")).stream()
                        .filter(each -> each.path("mode").asText().equals(JOURNAL))
                        .filter(each -> each.path("figure").asText().equals(figure(each)))
                        .toList();
        List<String> answers = new ArrayList<>();
        Rows.by(pairs, each -> load(each) + each.path("against").asText())
                .forEach((key, ofPair) -> answers.add(answer(ofPair)));
        return answers;
    }

    /** An open loop determines the rate, so latencies are compared. */
    private static String figure(JsonNode pair) {
        return pair.path("loop").asText().equals("open") ? "p99Micros" : "opsPerSecond";
    }

    private static String answer(List<JsonNode> pairs) {
        JsonNode first = pairs.get(0);
        return "%s, %s, %s over %s: %s."
                .formatted(
                        figure(first).equals("p99Micros")
                                ? "99th percentile of latency"
                                : "Operations a second",
                        load(first),
                        JOURNAL,
                        first.path("against").asText(),
                        pairs.stream()
                                .map(CommitLogResults::ratio)
                                .distinct() // the best durable mode of stock comes twice
                                .collect(Collectors.joining(", ")));
    }

    private static String ratio(JsonNode pair) {
        boolean hasInterval = pair.path("low").isNumber();
        return "%s%s with %s%s"
                .formatted(
                        Rows.cell(pair.path("ratio")),
                        hasInterval
                                ? " (%s to %s)"
                                        .formatted(
                                                Rows.cell(pair.path("low")),
                                                Rows.cell(pair.path("high")))
                                : "",
                        clients(pair.path("clients").asText()),
                        significance(pair.path("verdict").asText()));
    }

    private static String significance(String verdict) {
        return verdict.equals("ABOVE") || verdict.equals("BELOW") ? "" : ", " + words(verdict);
    }

    private static String clients(String number) {
        return number + (number.equals("1") ? " client" : " clients");
    }

    private static Stream<JsonNode> rates(JsonNode report) {
        return Rows.of(report.path("comparisons")).stream()
                .filter(each -> each.path("figure").asText().equals("opsPerSecond"));
    }

    private static List<String> method(JsonNode report) {
        List<String> method = new ArrayList<>();
        method.add(
                "The same load on nodes that differ only in their commit log: none, Cassandra's"
                        + " own in its modes, the journal.");
        JsonNode load = report.path("settings").path("load");
        method.add(
                "Interleaved rounds: %s, of %s s each; rows of %s fields of %s bytes."
                        .formatted(
                                report.path("settings").path("rounds").asText(),
                                load.path("seconds").asText(),
                                load.path("fieldCount").asText(),
                                load.path("fieldLength").asText()));
        method.add("A ratio is the median over the rounds; in brackets its 95 % interval.");
        return method;
    }

    private static List<Figure> figures(String load, List<JsonNode> results) {
        return List.of(
                figure("Operations a second: " + load, "opsPerSecond", true, results),
                figure("99th percentile of latency, in µs: " + load, "p99Micros", false, results),
                figure(
                        "Processor time of the node, in µs for an operation: " + load,
                        "cpuMicrosPerOp",
                        false,
                        results));
    }

    private static Figure figure(
            String title, String key, boolean hasRounds, List<JsonNode> results) {
        List<Bars.Group> groups = new ArrayList<>();
        Rows.by(results, each -> each.path("clients").asText())
                .forEach(
                        (clients, modes) ->
                                groups.add(
                                        new Bars.Group(
                                                clients(clients),
                                                modes.stream()
                                                        .map(mode -> bar(mode, key, hasRounds))
                                                        .toList())));
        return new Figure(title, hasRounds ? MEDIANS : "", new Bars(groups).html(), data(results));
    }

    private static Bars.Bar bar(JsonNode mode, String key, boolean hasRounds) {
        return Rows.bar(
                mode.path("mode").asText(),
                mode.path(key).asDouble(),
                hasRounds ? mode.path("rounds") : MissingNode.getInstance());
    }

    private static Table data(List<JsonNode> results) {
        List<String> keys =
                List.of(
                        "mode",
                        "clients",
                        "opsPerSecond",
                        "p50Micros",
                        "p99Micros",
                        "p999Micros",
                        "cpuMicrosPerOp",
                        "contextSwitchesPerOp",
                        "deviceBytesPerOp");
        return new Table(
                List.of(
                        "mode",
                        "clients",
                        "op/s",
                        "p50 µs",
                        "p99 µs",
                        "p99.9 µs",
                        "CPU µs/op",
                        "switches/op",
                        "device bytes/op"),
                results.stream()
                        .map(one -> keys.stream().map(key -> Rows.cell(one.path(key))).toList())
                        .toList());
    }

    private static Figure comparisons(JsonNode report) {
        List<List<String>> rows = new ArrayList<>();
        rates(report)
                .forEach(
                        pair ->
                                rows.add(
                                        List.of(
                                                pair.path("mode").asText(),
                                                pair.path("against").asText(),
                                                pair.path("clients").asText(),
                                                load(pair),
                                                Rows.cell(pair.path("ratio")),
                                                Rows.cell(pair.path("low")),
                                                Rows.cell(pair.path("high")),
                                                words(pair.path("verdict").asText()))));
        return new Figure(
                "Modes compared, by operations a second",
                "Ratios are taken within each round. A difference is significant if 1 lies outside"
                        + " the 95 % interval.",
                "",
                new Table(
                        List.of(
                                "mode",
                                "against",
                                "clients",
                                "load",
                                "ratio",
                                "95 % from",
                                "to",
                                "verdict"),
                        rows));
    }

    private static String words(String verdict) {
        return switch (verdict) {
            case "ABOVE" -> "faster";
            case "BELOW" -> "slower";
            case "NO_DIFFERENCE" -> "not significant";
            default -> "too few rounds";
        };
    }
}
