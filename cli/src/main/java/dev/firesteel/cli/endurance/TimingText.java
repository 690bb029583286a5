// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.flash.timing.Latencies;
import dev.firesteel.flash.timing.Timing;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats rates and latencies of simulated drives for people (lines) and for machines (fields). */
final class TimingText {
    /** The percentiles that are printed, by their names in JSON. */
    private static final Map<String, Double> PERCENTILES = new LinkedHashMap<>();

    static {
        PERCENTILES.put("p50", 50.0);
        PERCENTILES.put("p90", 90.0);
        PERCENTILES.put("p99", 99.0);
        PERCENTILES.put("p999", 99.9);
        PERCENTILES.put("p9999", 99.99);
    }

    private TimingText() {}

    static String rate(Timing timing) {
        if (Double.isNaN(timing.opsPerSecond())) return "- (no time elapsed)";
        return "%,.1f op/s%s"
                .formatted(
                        timing.opsPerSecond(),
                        timing.keepsUp()
                                ? ""
                                : ": the drive does NOT keep up; latencies grow with the length of"
                                        + " the run");
    }

    static String heading() {
        return "%-20s %9s %9s %9s %9s %9s %9s"
                .formatted("microseconds", "mean", "p50", "p90", "p99", "p99.9", "p99.99");
    }

    static String line(String what, Latencies latencies) {
        StringBuilder line = new StringBuilder("%-20s".formatted(what));
        line.append(cell(latencies.mean()));
        for (double each : PERCENTILES.values()) line.append(cell(latencies.percentile(each)));
        return line.toString();
    }

    private static String cell(double micros) {
        return Double.isNaN(micros) ? "         -" : " %,9.1f".formatted(micros);
    }

    static Map<String, @Nullable Object> fields(Timing timing) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("opsPerSecond", orNull(timing.opsPerSecond()));
        fields.put("keepsUp", timing.keepsUp());
        fields.put("readMicros", micros(timing.reads()));
        fields.put("writeMicros", micros(timing.writes()));
        fields.put("flushMicros", micros(timing.flushes()));
        fields.put("reads", timing.reads().count());
        fields.put("writes", timing.writes().count());
        fields.put("flushes", timing.flushes().count());
        return fields;
    }

    private static Map<String, @Nullable Object> micros(Latencies latencies) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("mean", orNull(latencies.mean()));
        PERCENTILES.forEach((name, each) -> fields.put(name, orNull(latencies.percentile(each))));
        return fields;
    }

    static @Nullable Double orNull(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
