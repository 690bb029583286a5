// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The origin of results.
 *
 * @param sentences date, machine, versions and completeness; may be empty
 * @param settings the settings of the measurement; may have no rows
 */
record Provenance(List<String> sentences, Table settings) {
    /** The fewest rounds that comparisons need. */
    private static final int FEWEST_ROUNDS = 3;

    private static final Pattern TIME =
            Pattern.compile("^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d).*Z$");

    static Provenance of(JsonNode result) {
        List<String> sentences = new ArrayList<>();
        Matcher at = TIME.matcher(result.path("at").asText());
        if (at.find())
            sentences.add("Written on %s at %s UTC.".formatted(at.group(1), at.group(2)));
        JsonNode machine = result.path("machine");
        if (machine.isObject())
            sentences.add(
                    "%s processors, %s, %s, Java %s."
                            .formatted(
                                    machine.path("processors").asText(),
                                    machine.path("kernel").asText(),
                                    machine.path("architecture").asText(),
                                    machine.path("java").asText()));
        if (result.has("cassandra"))
            sentences.add(
                    "Cassandra %s, Firesteel %s."
                            .formatted(
                                    result.path("cassandra").asText(),
                                    result.path("firesteel").asText()));
        if (!result.path("isComplete").asBoolean(true)
                || !result.path("result").path("isComplete").asBoolean(true))
            sentences.add("The run was ended before everything was measured.");
        List<List<String>> settings = new ArrayList<>();
        addSettings(result.path("settings"), "", settings);
        return new Provenance(sentences, new Table(List.of("setting", "value"), settings));
    }

    /** Adds a row for each value, named by its path. */
    private static void addSettings(JsonNode node, String path, List<List<String>> rows) {
        for (Map.Entry<String, JsonNode> each : node.properties()) {
            String name = path.isEmpty() ? each.getKey() : path + "." + each.getKey();
            if (each.getValue().isObject()) addSettings(each.getValue(), name, rows);
            else rows.add(List.of(name, text(each.getValue())));
        }
    }

    private static String text(JsonNode value) {
        if (value.isNull()) return "-";
        if (!value.isArray()) return value.asText();
        return StreamSupport.stream(value.spliterator(), false)
                .map(each -> each.isContainerNode() ? each.toString() : each.asText())
                .collect(Collectors.joining(", "));
    }

    /** Returns the tool's own warnings, and the results that it left out. */
    static List<String> doubts(JsonNode result) {
        List<String> doubts = new ArrayList<>();
        result.path("warnings").forEach(each -> doubts.add(each.asText()));
        JsonNode rounds = result.path("settings").path("rounds");
        if (rounds.isInt() && rounds.asInt() < FEWEST_ROUNDS)
            doubts.add(
                    "no difference can be told from noise with fewer than %d rounds"
                            .formatted(FEWEST_ROUNDS));
        for (Map.Entry<String, JsonNode> each : result.path("leftOut").properties())
            doubts.add(
                    "no figures, or only earlier ones, of %s: %s"
                            .formatted(each.getKey(), each.getValue().asText()));
        return doubts;
    }
}
