// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.operations.home.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Results of processes that shared a workload, as one.
 *
 * @param settings what they have in common, with the rate of all together
 * @param result the result of all
 * @param warnings reasons to doubt it, in words
 */
record PartResults(Map<String, String> settings, YcsbResult result, List<String> warnings) {
    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private static final String PART = "part";
    private static final String RATE = "rate";

    /** The part of a run by which starts may differ. */
    private static final double TOLERANCE = 0.05;

    /** A result, with its file. */
    private record Named(
            Path file, Map<String, String> settings, Instant begin, YcsbResult result) {
        Part part() {
            return Part.parse(settings.getOrDefault(PART, ""));
        }
    }

    /**
     * Merges files.
     *
     * @throws IOException if one is no result of a part, or they do not belong together
     */
    static PartResults of(List<Path> files) throws IOException {
        List<Named> parts = new ArrayList<>();
        for (Path file : files) parts.add(read(file));
        Named first = parts.get(0);
        for (Named each : parts.subList(1, parts.size())) requireSame(first, each);
        List<Integer> numbers = parts.stream().map(each -> each.part().number()).sorted().toList();
        if (numbers.stream().distinct().count() < numbers.size())
            throw new IOException("A part is given twice: the files have parts " + numbers);
        Map<String, String> settings = new TreeMap<>(first.settings);
        settings.remove(PART);
        int of = first.part().of();
        String rate = settings.get(RATE);
        if (rate != null)
            settings.put(RATE, Double.toString(Double.parseDouble(rate) * parts.size()));
        return new PartResults(
                settings,
                YcsbResult.merged(parts.stream().map(Named::result).toList()),
                warnings(parts, of));
    }

    private static Named read(Path file) throws IOException {
        try {
            JsonNode node = JSON.readTree(new String(SmallFile.read(file), StandardCharsets.UTF_8));
            if (!node.path("settings").has(PART)
                    || !node.path("histograms").isObject()
                    || !node.path("each").isObject())
                throw new IOException(
                        "%s is no result of 'lab ycsb --part K/N --json' or 'lab load --part K/N --json'"
                                .formatted(file));
            YcsbResult result = JSON.treeToValue(node, YcsbResult.class);
            Map<String, String> settings = new TreeMap<>();
            node.path("settings")
                    .properties()
                    .forEach(each -> settings.put(each.getKey(), each.getValue().asText()));
            Instant end = Instant.parse(node.path("at").asText());
            Duration took = Duration.ofMillis(Math.round(result.seconds() * 1e3));
            double unusedRate = Double.parseDouble(settings.getOrDefault(RATE, "0"));
            Named named = new Named(file, settings, end.minus(took), result);
            Part unused = named.part();
            return named;
        } catch (JsonProcessingException | DateTimeParseException | IllegalArgumentException e) {
            throw new IOException(file + " is damaged: it is not one JSON object of a result", e);
        }
    }

    private static void requireSame(Named first, Named other) throws IOException {
        Map<String, String> one = shared(first);
        Map<String, String> two = shared(other);
        Map<String, String> onlyOne = new TreeMap<>(one);
        onlyOne.entrySet().removeAll(two.entrySet());
        Map<String, String> onlyTwo = new TreeMap<>(two);
        onlyTwo.entrySet().removeAll(one.entrySet());
        if (!onlyOne.isEmpty() || !onlyTwo.isEmpty())
            throw new IOException(
                    "%s and %s are not parts of one run: the first has %s, the other %s"
                            .formatted(first.file, other.file, onlyOne, onlyTwo));
    }

    /** Returns what the settings of all parts of a run have in common. */
    private static Map<String, String> shared(Named one) {
        Map<String, String> settings = new TreeMap<>(one.settings);
        settings.put("phase", one.result.phase());
        settings.put(PART, "of " + one.part().of());
        settings.keySet().removeAll(List.of("insertstart", "insertcount"));
        return settings;
    }

    private static List<String> warnings(List<Named> parts, int of) {
        List<String> warnings = new ArrayList<>();
        if (parts.size() < of)
            warnings.add("%d of %d parts are missing".formatted(of - parts.size(), of));
        Instant earliest = parts.stream().map(Named::begin).min(Instant::compareTo).orElseThrow();
        Instant latest = parts.stream().map(Named::begin).max(Instant::compareTo).orElseThrow();
        double apart = Duration.between(earliest, latest).toMillis() / 1e3;
        double shortest =
                parts.stream().mapToDouble(each -> each.result.seconds()).min().orElseThrow();
        if (apart > TOLERANCE * shortest)
            warnings.add(
                    String.format(
                            Locale.ROOT,
                            "the parts did not run at the same time: they began within %.1f s of each"
                                    + " other, and the shortest took %.1f s; the sum of their rates"
                                    + " is not the cluster's",
                            apart,
                            shortest));
        return warnings;
    }
}
