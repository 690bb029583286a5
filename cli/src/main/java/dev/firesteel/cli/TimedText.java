// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.timing.DieLayout;
import dev.firesteel.flash.timing.FlashTimes;
import dev.firesteel.flash.timing.HostLoad;
import dev.firesteel.flash.timing.Latencies;
import dev.firesteel.flash.timing.Preset;
import dev.firesteel.flash.timing.Scheduling;
import dev.firesteel.flash.timing.TimedRun;
import dev.firesteel.flash.timing.WriteCache;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats the results of a drive with a clock for people (lines) and for machines (fields). */
record TimedText(TimedRun run, TimedRun.Outcome outcome, @Nullable Preset preset) {
    /** The percentiles that are printed, by their names in JSON. */
    private static final Map<String, Double> PERCENTILES = new LinkedHashMap<>();

    static {
        PERCENTILES.put("p50", 50.0);
        PERCENTILES.put("p90", 90.0);
        PERCENTILES.put("p99", 99.0);
        PERCENTILES.put("p999", 99.9);
        PERCENTILES.put("p9999", 99.99);
    }

    /** Runs a drive. */
    static TimedText of(TimedRun run, @Nullable Preset preset) {
        return new TimedText(run, run.result(), preset);
    }

    List<String> lines() {
        DriveGeometry geometry = run.run().geometry();
        List<String> lines = new ArrayList<>();
        lines.add(
                "drive                %,d blocks of %,d pages, %,d in reserve; %,d pages offered (alpha %.4f); %s"
                        .formatted(
                                geometry.blocks(),
                                geometry.pagesPerBlock(),
                                geometry.reserveBlocks(),
                                geometry.logicalPages(),
                                geometry.alpha(),
                                run.run().victims()));
        lines.add("flash                " + layout(run.flash().layout()));
        lines.add("times                " + times(run.flash().times()));
        lines.add("scheduling           " + scheduling(run.flash().scheduling()));
        lines.add("write cache          " + cache(run.flash().cache()));
        if (preset != null) lines.add("numbers from         " + preset.source());
        lines.add("load                 " + load(run.host()));
        lines.add(
                "rate                 %,.1f op/s%s"
                        .formatted(
                                outcome.opsPerSecond(),
                                outcome.keepsUp()
                                        ? ""
                                        : ": the drive does NOT keep up; latencies grow with the"
                                                + " length of the run"));
        lines.add(
                "%-20s %9s %9s %9s %9s %9s %9s"
                        .formatted("microseconds", "mean", "p50", "p90", "p99", "p99.9", "p99.99"));
        lines.add(line("reads", outcome.reads()));
        lines.add(line("writes", outcome.writes()));
        if (run.host().flushEvery() > 0) lines.add(line("flushes", outcome.flushes()));
        lines.add(
                "write amplification  "
                        + (outcome.pages().hostWrites() == 0
                                ? "-"
                                : "%.4f".formatted(outcome.pages().writeAmplification())));
        return lines;
    }

    private static String layout(DieLayout layout) {
        return "%s of %s of %s, programs %s at a time"
                .formatted(
                        count(layout.channels(), "channel"),
                        count(layout.diesPerChannel(), "die"),
                        count(layout.planesPerDie(), "plane"),
                        count(layout.pagesPerProgram(), "page"));
    }

    private static String count(int number, String what) {
        return "%,d %s%s".formatted(number, what, number == 1 ? "" : "s");
    }

    private static String times(FlashTimes times) {
        return "read %s, program %s, erase %s, transfer of a page %s"
                .formatted(
                        Nanos.text(times.read()),
                        Nanos.text(times.program()),
                        Nanos.text(times.erase()),
                        Nanos.text(times.transfer()));
    }

    private static String scheduling(Scheduling scheduling) {
        String order = name(scheduling.order());
        if (scheduling.order() == Scheduling.Order.FIFO) return order;
        return "%s first, for others at most %s; %s"
                .formatted(
                        order,
                        Nanos.text(scheduling.longestWait()),
                        scheduling.suspends()
                                ? "reads interrupt, "
                                        + Nanos.text(scheduling.resume())
                                        + " to resume"
                                : "reads do not interrupt");
    }

    private static String name(Scheduling.Order order) {
        return order.name().toLowerCase(Locale.ROOT);
    }

    private static String cache(WriteCache cache) {
        if (cache.pages() == 0) return "none";
        return "%s, %s against a loss of power"
                .formatted(
                        count(cache.pages(), "page"),
                        cache.isProtected() ? "protected" : "not protected");
    }

    private static String load(HostLoad host) {
        return "%s %% reads, %s, at most %,d at a time%s"
                .formatted(
                        BigDecimal.valueOf(host.reads())
                                .movePointRight(2)
                                .stripTrailingZeros()
                                .toPlainString(),
                        host.isClosed()
                                ? "as fast as the drive completes them"
                                : "%,.1f offered a second".formatted(host.rate()),
                        host.depth(),
                        host.flushEvery() == 0
                                ? ""
                                : ", a flush every " + count(host.flushEvery(), "write"));
    }

    private static String line(String what, Latencies latencies) {
        StringBuilder line = new StringBuilder("%-20s".formatted(what));
        line.append(cell(latencies.mean()));
        for (double each : PERCENTILES.values()) line.append(cell(latencies.percentile(each)));
        return line.toString();
    }

    private static String cell(double micros) {
        return Double.isNaN(micros) ? "         -" : " %,9.1f".formatted(micros);
    }

    Map<String, @Nullable Object> fields() {
        DriveGeometry geometry = run.run().geometry();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("opsPerSecond", outcome.opsPerSecond());
        fields.put("keepsUp", outcome.keepsUp());
        fields.put("readMicros", micros(outcome.reads()));
        fields.put("writeMicros", micros(outcome.writes()));
        fields.put("flushMicros", micros(outcome.flushes()));
        fields.put("writeAmplification", orNull(outcome.pages().writeAmplification()));
        fields.put("reads", outcome.reads().count());
        fields.put("writes", outcome.writes().count());
        fields.put("flushes", outcome.flushes().count());
        fields.put("hostWrites", outcome.pages().hostWrites());
        fields.put("moves", outcome.pages().moves());
        fields.put("preset", preset == null ? null : preset.name());
        fields.put("victim", run.run().victims());
        fields.put("alpha", geometry.alpha());
        fields.put("blocks", geometry.blocks());
        fields.put("pagesPerBlock", geometry.pagesPerBlock());
        fields.put("logicalPages", geometry.logicalPages());
        fields.put("reserveBlocks", geometry.reserveBlocks());
        flash(fields);
        HostLoad host = run.host();
        fields.put("readPart", host.reads());
        fields.put("offeredPerSecond", host.isClosed() ? null : host.rate());
        fields.put("depth", host.depth());
        fields.put("flushEvery", host.flushEvery());
        fields.put("seed", run.run().seed());
        return fields;
    }

    private void flash(Map<String, @Nullable Object> fields) {
        DieLayout layout = run.flash().layout();
        fields.put("channels", layout.channels());
        fields.put("diesPerChannel", layout.diesPerChannel());
        fields.put("planesPerDie", layout.planesPerDie());
        fields.put("pagesPerProgram", layout.pagesPerProgram());
        FlashTimes times = run.flash().times();
        fields.put("readNanos", times.read());
        fields.put("programNanos", times.program());
        fields.put("eraseNanos", times.erase());
        fields.put("transferNanos", times.transfer());
        Scheduling scheduling = run.flash().scheduling();
        fields.put("scheduling", name(scheduling.order()));
        fields.put("suspends", scheduling.suspends());
        fields.put("cachePages", run.flash().cache().pages());
        fields.put("powerLossProtection", run.flash().cache().isProtected());
    }

    private static Map<String, @Nullable Object> micros(Latencies latencies) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("mean", orNull(latencies.mean()));
        PERCENTILES.forEach((name, each) -> fields.put(name, orNull(latencies.percentile(each))));
        return fields;
    }

    private static @Nullable Double orNull(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
