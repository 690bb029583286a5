// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Renders rates and latencies of simulated drives with a clock.
 *
 * @param drives their results, by name
 */
record DriveTimes(Map<String, JsonNode> drives) {
    private static final List<String> PERCENTILES =
            List.of("mean", "p50", "p90", "p99", "p999", "p9999");

    /** Returns whether a result has them. */
    static boolean areIn(JsonNode result) {
        return result.has("opsPerSecond") && result.path("readMicros").isObject();
    }

    /** Returns a sentence for each drive. */
    List<String> answers() {
        return drives.entrySet().stream()
                .map(each -> answer(each.getKey(), each.getValue()))
                .toList();
    }

    private static String answer(String name, JsonNode drive) {
        return "%s: %s op/s%s; p99 of reads %s µs, of writes %s µs."
                .formatted(
                        name,
                        Rows.cell(drive.path("opsPerSecond")),
                        drive.path("keepsUp").asBoolean(true)
                                ? ""
                                : ", fewer than offered: latencies grow with the run",
                        Rows.cell(drive.path("readMicros").path("p99")),
                        Rows.cell(drive.path("writeMicros").path("p99")));
    }

    /** Returns a figure of rates, and one of latencies. */
    List<Figure> figures() {
        List<Bars.Bar> rates = new ArrayList<>();
        List<Bars.Group> latencies = new ArrayList<>();
        List<List<String>> rateRows = new ArrayList<>();
        List<List<String>> latencyRows = new ArrayList<>();
        drives.forEach(
                (name, drive) -> {
                    rates.add(bar(name, drive.path("opsPerSecond")));
                    rateRows.add(List.of(name, Rows.cell(drive.path("opsPerSecond"))));
                    latencies.add(
                            new Bars.Group(
                                    name,
                                    List.of(
                                            bar("reads", drive.path("readMicros").path("p99")),
                                            bar("writes", drive.path("writeMicros").path("p99")))));
                    latencyRows.add(row(name, "reads", drive.path("readMicros")));
                    latencyRows.add(row(name, "writes", drive.path("writeMicros")));
                });
        return List.of(
                new Figure(
                        "Rate of a simulated drive, in op/s",
                        "Requests per second of the drive's time. More is better.",
                        new Bars(List.of(new Bars.Group("", rates))).html(),
                        new Table(List.of("drive", "op/s"), rateRows)),
                new Figure(
                        "99th percentile of latency of a simulated drive, in microseconds",
                        "Less is better. The table has the other percentiles.",
                        new Bars(latencies).html(),
                        new Table(
                                List.of(
                                        "drive",
                                        "requests",
                                        "mean",
                                        "p50",
                                        "p90",
                                        "p99",
                                        "p99.9",
                                        "p99.99"),
                                latencyRows)));
    }

    private static List<String> row(String name, String requests, JsonNode micros) {
        List<String> row = new ArrayList<>(List.of(name, requests));
        for (String each : PERCENTILES) row.add(Rows.cell(micros.path(each)));
        return row;
    }

    private static Bars.Bar bar(String name, JsonNode value) {
        double number = value.isNumber() ? value.asDouble() : Double.NaN;
        return new Bars.Bar(name, number, number, number);
    }
}
