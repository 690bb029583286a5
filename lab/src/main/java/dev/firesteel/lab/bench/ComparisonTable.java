// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.TextTable;
import dev.firesteel.lab.WrappedText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Formats a comparison as a text table. */
public final class ComparisonTable {
    private static final int FEWEST_FOR_P999 = 1000;
    private static final double KIB = 1024;
    private static final double PERCENT = 100;

    private final Comparison comparison;

    public ComparisonTable(Comparison comparison) {
        this.comparison = comparison;
    }

    /**
     * Returns a table for each cell and loop, with its verdicts, then one of all drives if there
     * are several, followed by warnings.
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Group group : comparison.groups()) add(group, lines);
        lines.addAll(PlacementTable.lines(comparison.groups()));
        for (String warning : comparison.warnings())
            lines.addAll(WrappedText.lines("WARNING: " + warning, 2));
        return lines;
    }

    private static void add(Group group, List<String> lines) {
        Figure figure = Figure.forLoop(group.loop());
        lines.add(
                "%s, %s loop, medians of %s; ratios of %s"
                        .formatted(
                                group.cell(),
                                group.loop().title(),
                                group.rounds() == 1 ? "one round" : group.rounds() + " rounds",
                                figure.title()));
        TextTable table = header();
        for (Mode mode : group.modes()) add(group, mode, figure, table);
        lines.addAll(table.lines());
        addVerdicts(group, figure, lines);
        lines.add("");
    }

    private static TextTable header() {
        return new TextTable(
                "mode",
                "op/s",
                "+-",
                "p50 us",
                "p99 us",
                "p99.9 us",
                "CPU us",
                "switch",
                "KiB",
                "writes",
                "devKiB",
                "/none",
                "/period",
                "/batch",
                "/best");
    }

    private static void add(Group group, Mode mode, Figure figure, TextTable table) {
        ModeResult result = ModeResult.of(group, mode);
        table.add(
                mode.title(),
                Math.round(result.opsPerSecond()),
                group.rounds() == 1 ? "" : Math.round(result.spread() * PERCENT) + " %",
                Math.round(result.p50Micros()),
                Math.round(result.p99Micros()),
                hasThousands(group, mode) ? Math.round(result.p999Micros()) : "-",
                decimal(result.cpuMicrosPerOp()),
                decimal(result.contextSwitchesPerOp()),
                decimal(result.writtenBytesPerOp() / KIB),
                decimal(result.deviceWritesPerOp()),
                result.deviceBytesPerOp() == null ? "-" : decimal(result.deviceBytesPerOp() / KIB),
                ratio(group, mode, Baseline.NONE, figure),
                ratio(group, mode, Baseline.PERIODIC, figure),
                ratio(group, mode, Baseline.BATCH, figure),
                ratio(group, mode, Baseline.BEST, figure));
    }

    /** With fewer operations, the 99.9th percentile is the slowest one. */
    private static boolean hasThousands(Group group, Mode mode) {
        return group.of(mode).stream()
                .allMatch(one -> one.result().operations() >= FEWEST_FOR_P999);
    }

    private static String ratio(Group group, Mode mode, Baseline baseline, Figure figure) {
        Optional<Mode> against = baseline.mode(group);
        if (against.isEmpty()) return "-";
        Ratio ratio = group.ratio(mode, against.get(), figure);
        if (ratio.rounds().isEmpty()) return "-";
        return decimal(ratio.median()) + (mode == against.get() ? " " : ratio.mark());
    }

    /** Adds every verdict on the journal; for other modes, only those that are not significant. */
    private static void addVerdicts(Group group, Figure figure, List<String> lines) {
        if (group.rounds() < Ratio.FEWEST_ROUNDS) {
            lines.add(Ratio.tooFew(group.rounds(), "the faster mode"));
            return;
        }
        Set<Set<Mode>> told = new HashSet<>();
        for (Baseline baseline : Baseline.values()) {
            Optional<Mode> against = baseline.mode(group);
            if (against.isEmpty()) continue;
            for (Mode mode : group.modes())
                if (mode != against.get() && told.add(Set.of(mode, against.get())))
                    verdict(group, mode, against.get(), figure).ifPresent(lines::add);
        }
    }

    private static Optional<String> verdict(Group group, Mode mode, Mode against, Figure figure) {
        Ratio ratio = group.ratio(mode, against, figure);
        if (ratio.rounds().isEmpty() || (ratio.isDifferent() && !mode.isJournal()))
            return Optional.empty();
        return Optional.of(
                "%s %s against %s: %s"
                        .formatted(
                                ratio.mark(), mode.title(), against.title(), ratio.text(figure)));
    }

    private static String decimal(@Nullable Double value) {
        if (value == null || value.isNaN()) return "-";
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }
}
