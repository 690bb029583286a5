// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.report.published.PublishedFigure;
import dev.firesteel.report.published.Reproduction;
import dev.firesteel.report.published.Verdict;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What there is to say of a figure there and here. */
record ReproductionText(Reproduction figure) {
    private static final int ID_WIDTH = 24;
    private static final double THOUSAND = 1000;

    /** What there is to choose from, a line each. */
    static List<String> list(List<PublishedFigure> figures) {
        List<String> lines = new ArrayList<>();
        for (PublishedFigure each : figures) {
            lines.add(
                    each.id()
                            + " ".repeat(Math.max(1, ID_WIDTH - each.id().length()))
                            + each.caption());
            if (!each.isMeasurable())
                lines.add(" ".repeat(ID_WIDTH) + "not here: " + each.obstacle());
        }
        return lines;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("%s: %s".formatted(figure.id(), figure.caption()));
        lines.add("(%s)".formatted(figure.source()));
        int width = figure.rows().stream().mapToInt(row -> row.name().length()).max().orElse(0);
        String format = "%-" + width + "s %12s %12s  %-10s  %s";
        lines.add(format.formatted("", "published", "here", "", "").stripTrailing());
        for (Reproduction.Row row : figure.rows())
            lines.add(
                    format.formatted(
                                    row.name(),
                                    number(row.published(), row),
                                    number(row.here(), row),
                                    row.unit(),
                                    verdict(row))
                            .stripTrailing());
        lines.add(figure.note());
        return lines;
    }

    private static String verdict(Reproduction.Row row) {
        if (row.verdict() == Verdict.NOT_JUDGED) return range(row);
        if (row.verdict() == Verdict.NOT_MEASURED) return "";
        return "%s%s (%s)".formatted(row.verdict().title(), range(row), bounds(row));
    }

    private static String range(Reproduction.Row row) {
        if (row.low() == null || row.high() == null || row.low() >= row.high()) return "";
        String range = "%s to %s".formatted(number(row.low(), row), number(row.high(), row));
        return row.verdict() == Verdict.NOT_JUDGED ? range : ", " + range;
    }

    private static String bounds(Reproduction.Row row) {
        if (row.from() == null) return "at most " + bound(row.to());
        if (row.to() == null) return "at least " + bound(row.from());
        return "%s to %s".formatted(bound(row.from()), bound(row.to()));
    }

    /** As it is: what lies within depends on the last digit. */
    private static String bound(@Nullable Double bound) {
        return bound == null ? "-" : BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }

    /** With as many decimals as were printed, and three digits at least. */
    private static String number(@Nullable Double number, Reproduction.Row row) {
        if (number == null) return "-";
        double size = Math.abs(number);
        int decimals = size >= THOUSAND || size == 0 ? 0 : size >= 100 ? 0 : size >= 10 ? 1 : 2;
        if (size > 0 && size < 1) decimals = 3;
        if (row.published() != null && size < THOUSAND)
            decimals = Math.max(decimals, decimals(row.published()));
        return String.format(Locale.ROOT, "%,." + decimals + "f", number);
    }

    private static int decimals(double printed) {
        return Math.max(0, BigDecimal.valueOf(printed).stripTrailingZeros().scale());
    }
}
