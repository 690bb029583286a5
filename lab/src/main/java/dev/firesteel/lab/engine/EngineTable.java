// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.TextTable;
import dev.firesteel.lab.WrappedText;
import dev.firesteel.lab.bench.Figure;
import dev.firesteel.lab.bench.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats a comparison as a text table. */
public final class EngineTable {
    private static final double PERCENT = 100;

    private final List<EngineGroup> groups;
    private final Map<Peer, String> leftOut;

    /**
     * Creates the table of what was measured so far.
     *
     * @param leftOut the peers without figures, or without further ones, and the reasons
     */
    public EngineTable(List<EngineMeasurement> measurements, Map<Peer, String> leftOut) {
        groups = EngineGroup.of(measurements);
        this.leftOut = leftOut;
    }

    /** Returns a table for each cell, with its verdicts, followed by missing peers. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (EngineGroup group : groups) add(group, lines);
        leftOut.forEach(
                (peer, why) ->
                        lines.addAll(
                                WrappedText.lines(
                                        "WARNING: %s is left out: %s".formatted(peer.title(), why),
                                        2)));
        return lines;
    }

    private static void add(EngineGroup group, List<String> lines) {
        int rounds = group.rounds();
        lines.add(
                "%s, medians of %s; ratios of payload a second"
                        .formatted(group.cell(), rounds == 1 ? "one round" : rounds + " rounds"));
        TextTable table =
                new TextTable(
                        "peer",
                        "append/s",
                        "+-",
                        "MB/s",
                        "p50 us",
                        "p99 us",
                        "writes",
                        "devB/B",
                        "/drive",
                        "/fsteel");
        for (Peer peer : group.peers()) add(group, peer, table);
        lines.addAll(table.lines());
        addDrive(group, lines);
        addVerdicts(group, lines);
        lines.add("");
    }

    private static void add(EngineGroup group, Peer peer, TextTable table) {
        EngineResult result = EngineResult.of(group, peer);
        table.add(
                peer.title(),
                Math.round(result.appendsPerSecond()),
                group.rounds() == 1 ? "" : Math.round(result.spread() * PERCENT) + " %",
                decimal(result.megabytesPerSecond()),
                Math.round(result.p50Micros()),
                Math.round(result.p99Micros()),
                decimal(result.deviceWritesPerAppend()),
                decimal(result.deviceBytesPerByte()),
                ratio(group, peer, Peer.DRIVE),
                ratio(group, peer, Peer.FIRESTEEL));
    }

    private static String ratio(EngineGroup group, Peer peer, Peer against) {
        Ratio ratio = group.ratio(peer, against, EngineMeasurement::megabytesPerSecond);
        if (ratio.rounds().isEmpty()) return "-";
        return decimal(ratio.median()) + (peer == against ? " " : ratio.mark());
    }

    /** Adds the size of the drive's writes, and the engine's share of its rate. */
    private static void addDrive(EngineGroup group, List<String> lines) {
        Double bytes = group.median(Peer.DRIVE, EngineMeasurement::requestBytes);
        if (bytes == null) return;
        Ratio written =
                group.ratio(
                        Peer.FIRESTEEL, Peer.DRIVE, EngineMeasurement::writtenMegabytesPerSecond);
        lines.addAll(
                WrappedText.lines(
                        ("drive: an append is one write of %d B, as large as a record of firesteel,"
                                        + " which holds several appends; firesteel writes %s of the"
                                        + " drive's bytes a second, headers and padding included%s")
                                .formatted(
                                        Math.round(bytes),
                                        decimal(written.median()),
                                        written.interval()),
                        7));
    }

    /** Adds the significance of the engine's difference to each other log. */
    private static void addVerdicts(EngineGroup group, List<String> lines) {
        if (!group.has(Peer.FIRESTEEL)) return;
        if (group.rounds() < Ratio.FEWEST_ROUNDS) {
            lines.addAll(WrappedText.lines(Ratio.tooFew(group.rounds(), "the faster log"), 2));
            return;
        }
        for (Peer peer : group.peers()) {
            if (peer == Peer.FIRESTEEL || peer == Peer.DRIVE) continue;
            Ratio ratio = group.ratio(Peer.FIRESTEEL, peer, EngineMeasurement::megabytesPerSecond);
            if (!ratio.rounds().isEmpty())
                lines.addAll(
                        WrappedText.lines(
                                "%s firesteel against %s: %s, %s"
                                        .formatted(
                                                ratio.mark(),
                                                peer.title(),
                                                decimal(ratio.median()),
                                                ratio.text(Figure.RATE)),
                                2));
        }
    }

    private static String decimal(@Nullable Double value) {
        if (value == null || value.isNaN()) return "-";
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }
}
