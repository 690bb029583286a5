// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.TextTable;
import dev.firesteel.lab.WrappedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Formats a comparison of replays as a text table. */
public final class ReplayTable {
    private static final double MIB = 1 << 20;
    private static final double PERCENT = 100;

    private final ReplayComparison comparison;

    public ReplayTable(ReplayComparison comparison) {
        this.comparison = comparison;
    }

    /** Returns a table with its verdicts, followed by warnings. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (!comparison.modes().isEmpty()) addTable(lines);
        for (String warning : comparison.warnings())
            lines.addAll(WrappedText.lines("WARNING: " + warning, 2));
        return lines;
    }

    private void addTable(List<String> lines) {
        lines.add(
                "start after a crash, medians of %s; ratios to the best of Cassandra's own"
                        .formatted(
                                comparison.rounds() == 1
                                        ? "one round"
                                        : comparison.rounds() + " rounds"));
        TextTable table =
                new TextTable(
                        "mode",
                        "log MiB",
                        "mutations",
                        "replay s",
                        "+-",
                        "MiB/s",
                        "start s",
                        "peak MiB",
                        "replay/",
                        "start/",
                        "peak/");
        for (ReplayResult result : comparison.results()) add(result, table);
        lines.addAll(table.lines());
        addVerdicts(lines);
        lines.add("");
    }

    private void add(ReplayResult result, TextTable table) {
        table.add(
                result.mode().title(),
                Math.round(result.logBytes() / MIB),
                result.mutations(),
                decimal(result.replaySeconds()),
                result.rounds().size() == 1 ? "" : Math.round(result.spread() * PERCENT) + " %",
                decimal(result.logBytes() / MIB / result.replaySeconds()),
                decimal(result.startSeconds()),
                Math.round(result.peakResidentBytes() / MIB),
                ratio(result.mode(), ReplayFigure.REPLAY),
                ratio(result.mode(), ReplayFigure.START),
                ratio(result.mode(), ReplayFigure.PEAK));
    }

    private String ratio(Mode mode, ReplayFigure figure) {
        Optional<Mode> best = comparison.best(figure);
        if (best.isEmpty()) return "-";
        Ratio ratio = comparison.ratio(mode, best.get(), figure);
        if (ratio.rounds().isEmpty()) return "-";
        return decimal(ratio.median()) + (mode == best.get() ? " " : ratio.mark());
    }

    /** Adds every verdict on the journal; for other modes, only those that are not significant. */
    private void addVerdicts(List<String> lines) {
        if (comparison.rounds() < Ratio.FEWEST_ROUNDS) {
            lines.add(Ratio.tooFew(comparison.rounds(), "the mode that needs less"));
            return;
        }
        for (ReplayPair pair : comparison.pairs()) {
            Ratio ratio = comparison.ratio(pair.mode(), pair.against(), pair.figure());
            if (pair.mode().isJournal() || !ratio.isDifferent())
                lines.add(ratio.mark() + " " + pair.text());
        }
    }

    private static String decimal(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) return "-";
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }
}
