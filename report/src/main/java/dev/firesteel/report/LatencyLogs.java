// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Renders logs of latencies: a figure for each kind of operation, with a line for each log.
 *
 * @param logs at least one
 */
record LatencyLogs(List<LatencyLog> logs) {
    private static final double NANOS_A_MICRO = 1e3;
    private static final double PERCENT = 100;

    /** The places of a line, in percent. */
    private static final List<Double> PERCENTILES =
            List.of(
                    0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0, 99.5,
                    99.9, 99.95, 99.99, 99.995, 99.999, 99.9995, 99.9999);

    private static final List<Double> ANSWERED = List.of(50.0, 99.0, 99.9);

    LatencyLogs {
        boolean isAmbiguous = logs.stream().map(LatencyLog::name).distinct().count() < logs.size();
        logs = logs.stream().map(log -> isAmbiguous ? log.withDirectory() : log).toList();
    }

    Section section() {
        List<String> operations =
                logs.stream()
                        .flatMap(log -> log.operations().keySet().stream())
                        .distinct()
                        .sorted()
                        .toList();
        return new Section(
                "Distribution of latencies",
                logs.stream().map(LatencyLog::name).collect(Collectors.joining(", ")),
                operations.stream().flatMap(each -> answers(each).stream()).toList(),
                List.of(),
                operations.stream().map(this::figure).toList(),
                List.of(),
                new Provenance(
                        logs.stream().map(LatencyLog::origin).toList(),
                        new Table(List.of("setting", "value"), List.of())));
    }

    private List<String> answers(String operation) {
        List<String> answers = new ArrayList<>();
        for (LatencyLog log : logs)
            latencies(log, operation)
                    .ifPresent(latencies -> answers.add(answer(operation, log, latencies)));
        return answers;
    }

    private static String answer(String operation, LatencyLog log, Histogram latencies) {
        List<Double> known = known(latencies);
        String percentiles =
                ANSWERED.stream()
                        .filter(known::contains)
                        .map(
                                each ->
                                        "%s %% took %s µs at most"
                                                .formatted(
                                                        Numbers.exact(each),
                                                        Numbers.text(micros(latencies, each))))
                        .collect(Collectors.joining(", "));
        return "%s, %s: %s operations%s."
                .formatted(
                        operation,
                        log.name(),
                        Numbers.text((double) latencies.getTotalCount()),
                        percentiles.isEmpty() ? "" : ", of which " + percentiles);
    }

    private static Optional<Histogram> latencies(LatencyLog log, String operation) {
        return Optional.ofNullable(log.operations().get(operation));
    }

    private static double micros(Histogram latencies, double percentile) {
        return Math.max(1, latencies.getValueAtPercentile(percentile)) / NANOS_A_MICRO;
    }

    private Figure figure(String operation) {
        List<Lines.Series> series = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (LatencyLog log : logs)
            latencies(log, operation)
                    .ifPresent(
                            latencies -> {
                                List<Lines.Point> points = new ArrayList<>();
                                for (double percentile : known(latencies)) {
                                    double micros = micros(latencies, percentile);
                                    points.add(
                                            new Lines.Point(
                                                    -Math.log10(1 - percentile / PERCENT), micros));
                                    rows.add(
                                            List.of(
                                                    log.name(),
                                                    Numbers.exact(percentile),
                                                    Numbers.text(micros)));
                                }
                                series.add(new Lines.Series(log.name(), points));
                            });
        return new Figure(
                operation + ", latency in µs",
                "Latency by percentile. Both axes are logarithmic: each step to the right is one more"
                        + " nine.",
                Lines.percentiles("percent of operations", series),
                new Table(List.of("log", "percentile", "latency µs"), rows));
    }

    /** Returns the percentiles with at least one operation above them. */
    private static List<Double> known(Histogram latencies) {
        return PERCENTILES.stream()
                .filter(each -> latencies.getTotalCount() * (1 - each / PERCENT) > 1 - 1e-6)
                .toList();
    }
}
