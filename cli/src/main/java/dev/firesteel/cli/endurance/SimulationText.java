// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.common.Size;
import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.replay.DriveOutcome;
import dev.firesteel.flash.replay.Simulation;
import dev.firesteel.flash.timing.Timing;
import dev.firesteel.lab.TextTable;
import dev.firesteel.lab.WrappedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Formats a simulated trace for people (lines) and for machines (fields).
 *
 * @param tbw the flash's endurance in terabytes; null if not given
 * @param timings of the drives; empty if they have no clock
 */
record SimulationText(
        Simulation simulation,
        Simulation.Result result,
        @Nullable Double tbw,
        List<Timing> timings) {
    private static final int INDENT = 9;
    private static final double TERABYTE = 1e12;
    private static final double SECONDS_A_YEAR = 365.25 * 24 * 3_600;

    List<String> lines() {
        DriveGeometry geometry = simulation.drive().geometry();
        List<String> lines = new ArrayList<>();
        lines.addAll(
                WrappedText.lines(
                        "drive    %s offered, %,d blocks of %,d pages, %,d in reserve (alpha %.4f); %s, %s"
                                .formatted(
                                        new Size(simulation.drive().bytes()),
                                        geometry.blocks(),
                                        geometry.pagesPerBlock(),
                                        geometry.reserveBlocks(),
                                        geometry.alpha(),
                                        simulation.victims(),
                                        simulation.isTrimming() ? "trimmed" : "not trimmed"),
                        INDENT));
        lines.addAll(
                WrappedText.lines(
                        (result.isRaw()
                                        ? "filling  %s: the trace's addresses up to %s, and %s written before it"
                                        : "filling  %s: the trace's %s at its peak, and %s of cold data")
                                .formatted(
                                        simulation.filling(),
                                        size(result.peakPages()),
                                        size(result.coldPages())),
                        INDENT));
        lines.addAll(
                WrappedText.lines(
                        "trace    %s written%s%s"
                                .formatted(new Size(result.hostBytes()), time(), repeated()),
                        INDENT));
        TextTable table =
                new TextTable(
                        "streams",
                        "write amp.",
                        "pages moved",
                        "erases",
                        "a block: min/med/max/std",
                        "years");
        result.drives().forEach(drive -> add(drive, table));
        lines.addAll(table.lines());
        if (!timings.isEmpty()) lines.add(TimingText.heading());
        for (int drive = 0; drive < timings.size(); drive++) addTiming(lines, drive);
        return lines;
    }

    private void addTiming(List<String> lines, int drive) {
        Timing timing = timings.get(drive);
        lines.add(result.drives().get(drive).placement() + ": " + TimingText.rate(timing));
        lines.add(TimingText.line("  reads", timing.reads()));
        lines.add(TimingText.line("  writes", timing.writes()));
        if (timing.flushes().count() > 0) lines.add(TimingText.line("  flushes", timing.flushes()));
    }

    private String time() {
        return result.seconds() > 0 ? " in %.1f s".formatted(result.seconds()) : ", without times";
    }

    private String repeated() {
        if (result.rounds() == 1) return "";
        String measured = ", read %,d times, the last %,d measured";
        String steady =
                simulation.repeats() != Simulation.UNTIL_STEADY
                        ? ""
                        : result.isSteady() ? " (steady)" : " (NOT steady)";
        return measured.formatted(result.rounds(), result.measuredRounds()) + steady;
    }

    private void add(DriveOutcome drive, TextTable table) {
        Double years = years(drive);
        table.add(
                drive.placement(),
                "%.4f".formatted(drive.writeAmplification()),
                "%,d".formatted(drive.moves()),
                "%,d".formatted(drive.wear().erases()),
                "%d/%d/%d/%.2f"
                        .formatted(
                                drive.wear().least(),
                                drive.wear().median(),
                                drive.wear().most(),
                                drive.wear().deviation()),
                years == null ? "-" : "%.2f".formatted(years));
    }

    private Size size(long pages) {
        return new Size(pages * simulation.drive().pageBytes());
    }

    /** Returns the years of life at the recorded rate; null if that or the endurance is unknown. */
    private @Nullable Double years(DriveOutcome drive) {
        if (tbw == null || result.seconds() <= 0) return null;
        double flashBytes = result.hostBytes() * drive.writeAmplification();
        return tbw * TERABYTE / flashBytes * result.seconds() / SECONDS_A_YEAR;
    }

    static Map<String, @Nullable Object> fields(List<SimulationText> texts) {
        Simulation first = texts.get(0).simulation;
        DriveGeometry geometry = first.drive().geometry();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("driveBytes", first.drive().bytes());
        fields.put("spare", first.drive().spare());
        fields.put("blockBytes", first.drive().blockBytes());
        fields.put("pageBytes", first.drive().pageBytes());
        fields.put("blocks", geometry.blocks());
        fields.put("reserveBlocks", geometry.reserveBlocks());
        fields.put("victim", first.victims());
        fields.put("trim", first.isTrimming());
        fields.put("seed", first.seed());
        fields.put("traceSeconds", texts.get(0).result.seconds());
        fields.put("traceBytes", texts.get(0).result.hostBytes());
        fields.put("tracePages", texts.get(0).result.hostPages());
        fields.put("peakPages", texts.get(0).result.peakPages());
        fields.put("fillings", texts.stream().map(SimulationText::fields).toList());
        return fields;
    }

    private Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("filling", simulation.filling());
        fields.put("coldPages", result.coldPages());
        fields.put("rounds", result.rounds());
        fields.put("measuredRounds", result.measuredRounds());
        fields.put(
                "steady",
                simulation.repeats() == Simulation.UNTIL_STEADY ? result.isSteady() : null);
        List<Map<String, @Nullable Object>> streams = new ArrayList<>();
        for (int drive = 0; drive < result.drives().size(); drive++) streams.add(fields(drive));
        fields.put("streams", streams);
        return fields;
    }

    private Map<String, @Nullable Object> fields(int number) {
        DriveOutcome drive = result.drives().get(number);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("placement", drive.placement());
        fields.put("writeAmplification", drive.writeAmplification());
        fields.put("hostBytes", drive.hostBytes());
        fields.put("hostWrites", drive.hostPages());
        fields.put("moves", drive.moves());
        fields.put("erases", drive.wear().erases());
        fields.put("erasesMin", drive.wear().least());
        fields.put("erasesMedian", drive.wear().median());
        fields.put("erasesMax", drive.wear().most());
        fields.put("erasesDeviation", drive.wear().deviation());
        fields.put("years", years(drive));
        if (!timings.isEmpty()) fields.putAll(TimingText.fields(timings.get(number)));
        return fields;
    }
}
