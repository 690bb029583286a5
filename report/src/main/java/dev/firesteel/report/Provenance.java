// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes the origin of results, in sentences: machine, versions, completeness. */
final class Provenance {
    private static final Pattern TIME =
            Pattern.compile("^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d).*Z$");

    private Provenance() {}

    static List<String> of(JsonNode result) {
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
        if (result.has("isComplete") && !result.path("isComplete").asBoolean())
            sentences.add("The run was ended before everything was measured.");
        return sentences;
    }

    /** Returns the tool's own warnings, and the results that it left out. */
    static List<String> doubts(JsonNode result) {
        List<String> doubts = new ArrayList<>();
        result.path("warnings").forEach(each -> doubts.add(each.asText()));
        for (Map.Entry<String, JsonNode> each : result.path("leftOut").properties())
            doubts.add(
                    "no figures, or only earlier ones, of %s: %s"
                            .formatted(each.getKey(), each.getValue().asText()));
        return doubts;
    }
}
