// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.SyntheticRun;
import dev.firesteel.flash.SyntheticRun.Expectation;
import dev.firesteel.lab.WrappedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats the results of a simulated drive for people (lines) and for machines (fields). */
record ModelText(SyntheticRun run, SyntheticRun.Outcome outcome) {

    /** The column of values. */
    static final int INDENT = 21;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.addAll(WrappedText.lines(drive(run), INDENT));
        lines.add(
                "written              %,d pages, and %,d moved for them"
                        .formatted(outcome.hostWrites(), outcome.moves()));
        lines.add("write amplification  %.4f".formatted(outcome.writeAmplification()));
        Expectation expected = run.expectation();
        String closed =
                isKnown(expected)
                        ? "%-20s %.4f (%+.2f %%): %s"
                                .formatted(
                                        expected.kind(),
                                        expected.writeAmplification(),
                                        100 * error(expected),
                                        expected.source())
                        : "closed form          " + expected.source();
        lines.addAll(WrappedText.lines(closed, INDENT));
        return lines;
    }

    /** Returns the line about the drive. */
    static String drive(SyntheticRun run) {
        DriveGeometry geometry = run.geometry();
        return "drive                %,d blocks of %,d pages, %,d in reserve; %,d pages offered (alpha %.4f); %s"
                .formatted(
                        geometry.blocks(),
                        geometry.pagesPerBlock(),
                        geometry.reserveBlocks(),
                        geometry.logicalPages(),
                        geometry.alpha(),
                        run.victims());
    }

    Map<String, @Nullable Object> fields() {
        DriveGeometry geometry = run.geometry();
        Expectation expected = run.expectation();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("writeAmplification", outcome.writeAmplification());
        fields.put("formula", isKnown(expected) ? expected.writeAmplification() : null);
        fields.put("relativeError", isKnown(expected) ? error(expected) : null);
        fields.put("formulaIs", expected.kind());
        fields.put("victim", run.victims());
        fields.put("alpha", geometry.alpha());
        fields.put("blocks", geometry.blocks());
        fields.put("pagesPerBlock", geometry.pagesPerBlock());
        fields.put("logicalPages", geometry.logicalPages());
        fields.put("reserveBlocks", geometry.reserveBlocks());
        fields.put("hostWrites", outcome.hostWrites());
        fields.put("moves", outcome.moves());
        fields.put("seed", run.seed());
        return fields;
    }

    private static boolean isKnown(Expectation expected) {
        return expected.kind() != Expectation.Kind.UNKNOWN;
    }

    private double error(Expectation expected) {
        return outcome.writeAmplification() / expected.writeAmplification() - 1;
    }
}
