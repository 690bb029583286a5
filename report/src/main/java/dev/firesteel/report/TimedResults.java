// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders the output of {@code endurance model --timed --json}. */
final class TimedResults implements ResultKind {
    @Override
    public boolean knows(JsonNode object) {
        List<JsonNode> runs = Rows.runs(object);
        return !runs.isEmpty()
                && runs.stream()
                        .allMatch(
                                each ->
                                        DriveTimes.areIn(each)
                                                && each.has("victim")
                                                && each.has("programNanos"));
    }

    @Override
    public List<Section> sections(ResultFile results) {
        return results.objects().stream()
                .map(each -> section(results.name(), Rows.runs(each)))
                .toList();
    }

    private static Section section(String source, List<JsonNode> runs) {
        Map<String, JsonNode> drives = new LinkedHashMap<>();
        for (JsonNode run : runs) drives.put(run.path("victim").asText(), run);
        DriveTimes times = new DriveTimes(drives);
        List<String> answers = new ArrayList<>(times.answers());
        drives.forEach(
                (name, run) ->
                        answers.add(
                                "%s: write amplification %s."
                                        .formatted(
                                                name, Rows.cell(run.path("writeAmplification")))));
        JsonNode first = runs.get(0);
        return new Section(
                "Rate and latency under random requests",
                source,
                answers,
                List.of(drive(first), load(first)),
                times.figures(),
                List.of(),
                Provenance.of(first));
    }

    private static String drive(JsonNode run) {
        return "A simulated drive%s: %s channels of %s dies of %s planes; read %s µs, program %s µs."
                .formatted(
                        run.path("preset").isTextual()
                                ? " with the preset " + run.path("preset").asText()
                                : "",
                        run.path("channels").asText(),
                        run.path("diesPerChannel").asText(),
                        run.path("planesPerDie").asText(),
                        micros(run.path("readNanos")),
                        micros(run.path("programNanos")));
    }

    private static String micros(JsonNode nanos) {
        return Numbers.text(nanos.asDouble() / 1e3);
    }

    private static String load(JsonNode run) {
        return "Part of requests that read: %s; %s."
                .formatted(
                        run.path("readPart").asText(),
                        run.path("offeredPerSecond").isNumber()
                                ? Rows.cell(run.path("offeredPerSecond")) + " offered a second"
                                : run.path("depth").asText() + " in the drive at all times");
    }
}
