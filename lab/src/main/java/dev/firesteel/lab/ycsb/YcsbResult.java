// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of a phase.
 *
 * @param phase {@code load} or {@code run}
 * @param threads client threads
 * @param seconds from the first operation to the last
 * @param operations successful operations
 * @param operationsPerSecond their rate
 * @param errors failed operations
 * @param meanMicros the mean latency, in microseconds
 * @param p50Micros the median latency, in microseconds
 * @param p99Micros the 99th percentile, in microseconds
 * @param p999Micros the 99.9th percentile, in microseconds
 * @param maxMicros the maximum, in microseconds
 * @param busySeconds the total time of successful operations of all clients
 * @param each the same for each kind of operation
 * @param firstError an error of an operation, or an empty string
 * @param histograms latencies of each kind of operation, in nanoseconds, as compressed histograms
 *     of HdrHistogram in Base64; empty if they were not kept
 */
public record YcsbResult(
        String phase,
        int threads,
        double seconds,
        long operations,
        double operationsPerSecond,
        long errors,
        double meanMicros,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        double maxMicros,
        double busySeconds,
        Map<String, OperationResult> each,
        String firstError,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> histograms) {
    /** Share of failed operations above which figures are invalid. */
    private static final double TOLERATED = 0.01;

    private static final double NANOS = 1e9;

    public YcsbResult {
        histograms = histograms == null ? Map.of() : Map.copyOf(histograms);
    }

    /** Returns a result of these latencies, without its histograms. */
    static YcsbResult of(
            String phase, int threads, double seconds, Latencies latencies, String firstError) {
        OperationResult overall = latencies.overall();
        return new YcsbResult(
                phase,
                threads,
                seconds,
                overall.succeeded(),
                overall.succeeded() / seconds,
                overall.errors(),
                overall.meanMicros(),
                overall.p50Micros(),
                overall.p99Micros(),
                overall.p999Micros(),
                overall.maxMicros(),
                latencies.busyNanos() / NANOS,
                latencies.each(),
                firstError,
                Map.of());
    }

    /**
     * Returns the results of several processes as one. Rates are added, and latencies merged.
     *
     * @param parts results with histograms, at least one
     * @throws IOException if a histogram is damaged
     */
    public static YcsbResult merged(List<YcsbResult> parts) throws IOException {
        Latencies latencies = new Latencies();
        for (YcsbResult part : parts) latencies.add(Latencies.of(part));
        double seconds = parts.stream().mapToDouble(YcsbResult::seconds).max().orElseThrow();
        YcsbResult all =
                of(
                        parts.get(0).phase,
                        parts.stream().mapToInt(YcsbResult::threads).sum(),
                        seconds,
                        latencies,
                        parts.stream()
                                .map(YcsbResult::firstError)
                                .filter(error -> !error.isEmpty())
                                .findFirst()
                                .orElse(""));
        return all.with(
                parts.stream().mapToDouble(YcsbResult::operationsPerSecond).sum(), Map.of());
    }

    /** Returns this result with another rate and other histograms. */
    YcsbResult with(double rate, Map<String, String> latencies) {
        return new YcsbResult(
                phase,
                threads,
                seconds,
                operations,
                rate,
                errors,
                meanMicros,
                p50Micros,
                p99Micros,
                p999Micros,
                maxMicros,
                busySeconds,
                each,
                firstError,
                latencies);
    }

    /** Returns why the figures are invalid, in words; null if they are valid. */
    public @Nullable String failure() {
        long all = errors + operations;
        if (operations > 0 && errors <= TOLERATED * all) return null;
        return "%d of %d operations failed: %s".formatted(errors, all, firstError);
    }
}
