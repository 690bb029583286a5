// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import dev.firesteel.lab.WrappedText;
import dev.firesteel.report.Numbers;
import dev.firesteel.report.published.Reproduction;
import dev.firesteel.report.published.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats a published figure beside its measurement here. */
record ReproductionText(Reproduction figure) {
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

    /** Counts the verdicts of several figures. */
    static String summary(List<Reproduction> figures) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (Reproduction figure : figures)
            for (Reproduction.Row row : figure.rows()) counts.merge(row.verdict(), 1, Integer::sum);
        List<String> parts = new ArrayList<>();
        counts.forEach((verdict, count) -> parts.add(count + " " + verdict.title()));
        return WrappedText.of("Verdicts: " + String.join("; ", parts), 0);
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
        Double from = row.from();
        Double to = row.to();
        if (from == null) return to == null ? "" : "at most " + Numbers.exact(to);
        if (to == null) return "at least " + Numbers.exact(from);
        return "%s to %s".formatted(Numbers.exact(from), Numbers.exact(to));
    }

    private static String number(@Nullable Double number, Reproduction.Row row) {
        return number == null ? "-" : Numbers.text(number, row.published());
    }
}
