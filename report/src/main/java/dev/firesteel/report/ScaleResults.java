// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Renders the output of {@code lab scale --json}. */
final class ScaleResults extends LineResults {
    private static final String TITLE = "Throughput by number of nodes";
    private static final String NODES = "nodes";
    private static final double PERCENT = 100;

    /** The threshold of a busy machine, the same as in the tool. */
    private static final double CROWDED = 0.95;

    /** The part of a rate at which it is kept, the same as in the tool. */
    private static final double KEPT = 0.95;

    ScaleResults() {
        super("scale");
    }

    @Override
    Section section(String source, JsonNode line) {
        JsonNode settings = line.path("settings");
        JsonNode result = line.path("result");
        List<String> method =
                List.of(
                        "%sWorkload %s, %s rows and %s clients for each node, which has %s of a processor; %s%s."
                                .formatted(
                                        settings.path("kind").asText().isEmpty()
                                                ? ""
                                                : "Nodes of the kind %s. "
                                                        .formatted(settings.path("kind").asText()),
                                        settings.path("workload").asText(),
                                        Rows.cell(settings.path("rows")),
                                        settings.path("clients").asText(),
                                        settings.path("cores").asText(),
                                        offered(settings),
                                        settings.path("rounds").asInt() == 1
                                                ? "one round"
                                                : "medians of %s rounds"
                                                        .formatted(
                                                                settings.path("rounds").asText())));
        return new Section(
                TITLE,
                source,
                answers(settings, result),
                method,
                figures(result),
                doubts(settings, result),
                Provenance.of(line));
    }

    private static String offered(JsonNode settings) {
        double perSecond = settings.path("perSecond").asDouble();
        return perSecond == 0
                ? "closed loop; "
                : "%s operations offered a second; ".formatted(Numbers.text(perSecond));
    }

    private static List<String> answers(JsonNode settings, JsonNode result) {
        List<String> answers = new ArrayList<>();
        if (settings.path("perSecond").asDouble() > 0) return answers;
        List<JsonNode> sizes = Rows.of(result.path("sizes"));
        if (sizes.size() > 1) answers.add(growth(sizes.get(0), sizes.get(sizes.size() - 1)));
        if (result.path("law").isObject()) answers.add(law(result.path("law")));
        return answers;
    }

    private static String growth(JsonNode least, JsonNode most) {
        double growth =
                most.path("opsPerSecond").asDouble() / least.path("opsPerSecond").asDouble();
        return "%s nodes: %s op/s, %s times those of %s%s."
                .formatted(
                        most.path("nodes").asText(),
                        Rows.cell(most.path("opsPerSecond")),
                        Numbers.text(growth),
                        least.path("nodes").asText(),
                        most.path("rounds").asInt() > 1
                                ? " (half the range of the rounds: %s %%)"
                                        .formatted(
                                                Numbers.text(
                                                        PERCENT * most.path("spread").asDouble()))
                                : ", in one round");
    }

    private static String law(JsonNode law) {
        return "Universal scalability law: %s op/s of one node, contention %s, coherency %s."
                .formatted(
                        Rows.cell(law.path("opsPerSecondOfOne")),
                        Rows.cell(law.path("contention")),
                        Rows.cell(law.path("coherency")));
    }

    private static List<Figure> figures(JsonNode result) {
        List<Figure> figures = new ArrayList<>();
        List<JsonNode> sizes = Rows.of(result.path("sizes"));
        if (!sizes.isEmpty()) {
            figures.add(measured("Operations a second", "opsPerSecond", sizes));
            figures.add(measured("Mean latency, in µs", "meanMicros", sizes));
            if (sizes.get(0).path("operations").size() > 0) figures.add(operations(sizes));
        }
        List<JsonNode> beyond = Rows.of(result.path("beyond"));
        if (!beyond.isEmpty()) figures.add(beyond(beyond));
        List<JsonNode> machines = Rows.of(result.path("machines"));
        if (!machines.isEmpty()) figures.add(machines(machines));
        return figures;
    }

    private static Figure measured(String title, String key, List<JsonNode> sizes) {
        List<Lines.Point> real = new ArrayList<>();
        List<Lines.Point> simulated = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode size : sizes) {
            double nodes = size.path("nodes").asDouble();
            real.add(new Lines.Point(nodes, size.path(key).asDouble()));
            if (size.path("simulated").isObject())
                simulated.add(new Lines.Point(nodes, size.path("simulated").path(key).asDouble()));
            rows.add(
                    List.of(
                            size.path("nodes").asText(),
                            size.path("clients").asText(),
                            Rows.cell(size.path("opsPerSecond")),
                            Rows.cell(size.path("spread")),
                            Rows.cell(size.path("meanMicros")),
                            Rows.cell(size.path("p50Micros")),
                            Rows.cell(size.path("p99Micros")),
                            Rows.cell(size.path("p999Micros")),
                            Rows.cell(size.path("nodeMicrosPerOp")),
                            Rows.cell(size.path("simulated").path("opsPerSecond")),
                            Rows.cell(size.path("simulated").path("meanMicros")),
                            Rows.cell(size.path("withOwnTime").path("opsPerSecond"))));
        }
        return new Figure(
                title,
                "",
                Lines.from(
                        0,
                        NODES,
                        Stream.of(
                                        new Lines.Series("measured", real),
                                        new Lines.Series("simulated", simulated))
                                .filter(each -> !each.points().isEmpty())
                                .toList()),
                new Table(
                        List.of(
                                NODES,
                                "clients",
                                "op/s",
                                "spread",
                                "mean µs",
                                "p50 µs",
                                "p99 µs",
                                "p99.9 µs",
                                "CPU µs",
                                "simulated op/s",
                                "simulated mean µs",
                                "with own time op/s"),
                        rows));
    }

    private static Figure operations(List<JsonNode> sizes) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode size : sizes)
            for (Map.Entry<String, JsonNode> each : size.path("operations").properties())
                rows.add(
                        List.of(
                                size.path("nodes").asText(),
                                each.getKey(),
                                Rows.cell(each.getValue().path("meanMicros")),
                                Rows.cell(each.getValue().path("p50Micros")),
                                Rows.cell(each.getValue().path("p99Micros")),
                                Rows.cell(each.getValue().path("p999Micros"))));
        return new Figure(
                "Kinds of operations",
                "",
                "",
                new Table(
                        List.of(NODES, "operation", "mean µs", "p50 µs", "p99 µs", "p99.9 µs"),
                        rows));
    }

    private static Figure beyond(List<JsonNode> sizes) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode size : sizes)
            rows.add(
                    List.of(
                            size.path("simulated").path("nodes").asText(),
                            Rows.cell(size.path("simulated").path("opsPerSecond")),
                            Rows.cell(size.path("simulated").path("meanMicros")),
                            size.path("lawOpsPerSecond").isNumber()
                                    ? Rows.cell(size.path("lawOpsPerSecond"))
                                    : "-"));
        return new Figure(
                "Beyond what was measured",
                "",
                "",
                new Table(
                        List.of(NODES, "simulated op/s", "simulated mean µs", "op/s by the law"),
                        rows));
    }

    private static Figure machines(List<JsonNode> kinds) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode kind : kinds)
            rows.add(
                    List.of(
                            kind.path("machine").path("name").asText(),
                            Rows.cell(kind.path("machine").path("cores")),
                            Rows.cell(kind.path("machine").path("speed")),
                            Rows.cell(kind.path("machine").path("price")),
                            kind.path("simulated").path("nodes").asText(),
                            Rows.cell(kind.path("simulated").path("opsPerSecond")),
                            Rows.cell(kind.path("opsPerSecondForPrice"))));
        return new Figure(
                "Kinds of machines, simulated",
                "",
                "",
                new Table(
                        List.of(
                                "machine",
                                "cores",
                                "speed",
                                "price",
                                NODES,
                                "op/s",
                                "op/s for price"),
                        rows));
    }

    private static List<String> doubts(JsonNode settings, JsonNode result) {
        List<String> doubts = new ArrayList<>();
        for (JsonNode size : result.path("sizes")) {
            String nodes = size.path("nodes").asText() + " nodes: ";
            if (!size.path("simulatedWell").asBoolean())
                doubts.add(
                        nodes
                                + "the simulated rate is more than a tenth off the measured one"
                                + (size.path("withOwnTimeWell").asBoolean()
                                        ? ", but not with the processor time of an operation in"
                                                + " this cluster"
                                        : ""));
            if (size.path("opsPerSecond").asDouble() < KEPT * settings.path("perSecond").asDouble())
                doubts.add(nodes + "the offered rate was not kept");
            if (size.path("machineBusy").asDouble() > CROWDED)
                doubts.add(nodes + "this machine was busy, and nodes did not get their share");
            if (size.path("settledRounds").asInt() < size.path("rounds").asInt())
                doubts.add(nodes + "the rate was not steady in every round");
            if (size.path("errors").asLong() > 0)
                doubts.add(nodes + size.path("errors").asText() + " operations failed");
        }
        return doubts;
    }
}
