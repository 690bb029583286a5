// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.TextTable;
import dev.firesteel.lab.bench.Ratio;
import dev.firesteel.lab.memory.ComparisonResult;
import dev.firesteel.lab.memory.ComparisonResult.Compared;
import dev.firesteel.lab.memory.Division;
import dev.firesteel.memory.Objective.Goal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Formats a comparison of memory splits for people.
 *
 * @param recommended the name of the recommended split
 */
record ComparisonText(ComparisonResult result, String recommended) {
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.addAll(objectives().lines());
        lines.addAll(rates().lines());
        lines.add("Medians of the rounds; +- is half the range of the rounds.");
        lines.add(
                result.goal() == Goal.OPERATIONS
                        ? "The objective is operations a second of the calibrated mix."
                        : "The objective is formula 9, of the rates of reads alone and of writes"
                                + " alone.");
        Compared first = result.divisions().get(0);
        for (Compared each : result.divisions())
            if (!each.equals(first)) lines.add(ratio(each.name(), first.name(), each.toFirst()));
        if (result.recommendedToControl() != null)
            lines.add(
                    ratio(Division.RECOMMENDED, Division.CONTROL, result.recommendedToControl())
                            + " They differ in memtables alone.");
        lines.add(best());
        for (Compared each : result.divisions())
            if (!each.isCalibrated())
                lines.add(
                        ("The expected values of %s are extrapolated: they lie outside the"
                                        + " calibrated range.")
                                .formatted(each.name()));
        if (result.divisions().stream().anyMatch(Compared::isCalibrated))
            lines.add(
                    text(
                            "Largest error of the expected values within the calibrated range:"
                                    + " %.0f %% for reads, %.0f %% for writes, %.0f %% for the"
                                    + " objective.",
                            100 * furthest(each -> each.reads().off()),
                            100 * furthest(each -> each.writes().off()),
                            100 * furthest(ComparisonText::off)));
        return lines;
    }

    private TextTable objectives() {
        TextTable table =
                new TextTable(
                        "split",
                        "memtables",
                        "caches",
                        result.goal() == Goal.OPERATIONS ? "ops/s" : "objective",
                        "expected");
        for (Compared each : result.divisions())
            table.add(
                    each.name(),
                    new Size(each.memtableBytes()),
                    new Size(each.cacheBytes()),
                    value(each.objective().measured()),
                    value(each.objective().expected()));
        return table;
    }

    private TextTable rates() {
        TextTable table =
                new TextTable(
                        "split",
                        "reads/s",
                        "+-",
                        "expected",
                        "off",
                        "writes/s",
                        "+-",
                        "expected",
                        "off");
        for (Compared each : result.divisions())
            table.add(
                    each.name(),
                    whole(each.reads().measured()),
                    percent("%.0f %%", each.reads().spread()),
                    whole(each.reads().expected()),
                    percent("%+.0f %%", each.reads().off()),
                    whole(each.writes().measured()),
                    percent("%.0f %%", each.writes().spread()),
                    whole(each.writes().expected()),
                    percent("%+.0f %%", each.writes().off()));
        return table;
    }

    private static String whole(double rate) {
        return text("%.0f", rate);
    }

    private static String percent(String format, double part) {
        return text(format, 100 * part);
    }

    private String value(double objective) {
        return text(result.goal() == Goal.OPERATIONS ? "%.0f" : "%.3f", objective);
    }

    private static String ratio(String one, String other, Ratio ratio) {
        String said =
                switch (ratio.verdict()) {
                    case ABOVE -> "significantly more";
                    case BELOW -> "significantly less";
                    case NO_DIFFERENCE -> "not significantly different";
                    case TOO_FEW_ROUNDS -> "in too few rounds to compare";
                };
        return text(
                "The objective of %s is %.2f of that of %s%s: %s.",
                one, ratio.median(), other, ratio.interval(), said);
    }

    private String best() {
        String best = text("The best objective was that of %s", result.best());
        if (recommended.equals(result.best())) return best + ".";
        return result.divisions().stream()
                .filter(each -> each.name().equals(recommended))
                .map(each -> 1 - each.objective().measured() / objective(result.best()))
                .map(less -> best + text("; that of %s is %.1f %% less", recommended, 100 * less))
                .findFirst()
                .orElse(best)
                .concat(".");
    }

    private double objective(String name) {
        return result.divisions().stream()
                .filter(each -> each.name().equals(name))
                .mapToDouble(each -> each.objective().measured())
                .findFirst()
                .orElseThrow();
    }

    private static double off(Compared each) {
        return each.objective().expected() / each.objective().measured() - 1;
    }

    private double furthest(ToDoubleFunction<Compared> off) {
        return result.divisions().stream()
                .filter(Compared::isCalibrated)
                .mapToDouble(off)
                .map(Math::abs)
                .max()
                .orElseThrow();
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
