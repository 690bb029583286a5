// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What measurements of all modes come to: medians, and ratios to no commit log at all. */
public final class Comparison {
    private static final String FORMAT = "%-22s %7s %10s %6s  %-17s %8s %9s %6s";

    private final List<Measurement> measurements;

    public Comparison(List<Measurement> measurements) {
        this.measurements = List.copyOf(measurements);
    }

    /**
     * The median of the rates, each divided by that of {@link Mode#NONE} in its own round.
     *
     * @param clients client threads
     */
    public double ratio(Mode mode, int clients) {
        return median(ratios(mode, clients));
    }

    /** The median of any figure of a mode. */
    public double median(Mode mode, int clients, ToDoubleFunction<Measurement> figure) {
        return median(of(mode, clients).stream().map(figure::applyAsDouble).toList());
    }

    /** A table, a line for each mode and number of clients. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                FORMAT.formatted(
                        "mode",
                        "clients",
                        "op/s",
                        "ratio",
                        "ratios by round",
                        "p50 us",
                        "p99 us",
                        "errors"));
        for (int clients : measurements.stream().map(Measurement::clients).distinct().toList())
            for (Mode mode : Mode.values())
                if (!of(mode, clients).isEmpty()) lines.add(line(mode, clients));
        return lines;
    }

    private String line(Mode mode, int clients) {
        return String.format(
                Locale.ROOT,
                FORMAT,
                mode.title(),
                clients,
                Math.round(median(mode, clients, Measurement::operationsPerSecond)),
                "%.2f".formatted(ratio(mode, clients)),
                ratios(mode, clients).stream()
                        .map("%.2f"::formatted)
                        .collect(Collectors.joining(" ")),
                Math.round(median(mode, clients, Measurement::p50Micros)),
                Math.round(median(mode, clients, Measurement::p99Micros)),
                of(mode, clients).stream().mapToLong(Measurement::errors).sum());
    }

    private List<Double> ratios(Mode mode, int clients) {
        List<Double> ratios = new ArrayList<>();
        for (Measurement one : of(mode, clients))
            for (Measurement none : of(Mode.NONE, clients))
                if (none.round() == one.round())
                    ratios.add(one.operationsPerSecond() / none.operationsPerSecond());
        return ratios;
    }

    private List<Measurement> of(Mode mode, int clients) {
        return measurements.stream()
                .filter(one -> one.mode() == mode && one.clients() == clients)
                .toList();
    }

    private static double median(List<Double> values) {
        if (values.isEmpty()) return Double.NaN;
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
