// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.SyntheticRun;
import dev.firesteel.flash.timing.Preset;
import dev.firesteel.flash.timing.TimedRun;
import dev.firesteel.flash.timing.Timing;
import dev.firesteel.lab.WrappedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats the results of a drive with a clock for people (lines) and for machines (fields). */
record TimedText(TimedRun run, TimedRun.Outcome outcome, ClockText clock) {
    /** Runs a drive. */
    static TimedText of(TimedRun run, @Nullable Preset preset) {
        return new TimedText(run, run.result(), new ClockText(run.flash(), run.load(), preset));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.addAll(WrappedText.lines(ModelText.drive(run.run()), ModelText.INDENT));
        lines.addAll(clock.lines());
        Timing timing = outcome.timing();
        lines.add("rate                 " + TimingText.rate(timing));
        lines.add(TimingText.heading());
        lines.add(TimingText.line("reads", timing.reads()));
        lines.add(TimingText.line("writes", timing.writes()));
        if (run.load().flushEvery() > 0) lines.add(TimingText.line("flushes", timing.flushes()));
        SyntheticRun.Outcome pages = outcome.pages();
        lines.add(
                "write amplification  "
                        + (pages.hostWrites() == 0
                                ? "-"
                                : "%.4f".formatted(pages.writeAmplification())));
        return lines;
    }

    Map<String, @Nullable Object> fields() {
        DriveGeometry geometry = run.run().geometry();
        SyntheticRun.Outcome pages = outcome.pages();
        Map<String, @Nullable Object> fields = TimingText.fields(outcome.timing());
        fields.put("writeAmplification", TimingText.orNull(pages.writeAmplification()));
        fields.put("hostWrites", pages.hostWrites());
        fields.put("moves", pages.moves());
        fields.put("victim", run.run().victims());
        fields.put("alpha", geometry.alpha());
        fields.put("blocks", geometry.blocks());
        fields.put("pagesPerBlock", geometry.pagesPerBlock());
        fields.put("logicalPages", geometry.logicalPages());
        fields.put("reserveBlocks", geometry.reserveBlocks());
        fields.putAll(clock.fields());
        fields.put("seed", run.run().seed());
        return fields;
    }
}
