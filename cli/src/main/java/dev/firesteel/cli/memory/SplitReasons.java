// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Size;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.LackOfFit;
import dev.firesteel.memory.Objective.Step;
import dev.firesteel.memory.RecommendedSplit;
import dev.firesteel.memory.TimeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Explains a recommended memory split, and its reliability. */
record SplitReasons(RecommendedSplit split) {
    List<String> sentences() {
        List<String> why = new ArrayList<>();
        choice(why);
        if (split.calibration().readPart().isEmpty())
            why.add(
                    "The part of reads is not recorded for every measurement, so the objective is"
                            + " formula 9, not operations a second.");
        why.add(
                "Measured: memtables of %s and caches of %s; %s."
                        .formatted(range(split.writes()), range(split.reads()), domain()));
        if (!split.limit().beyond().isEmpty())
            why.add(
                    "Memtables above %s were slower: the model of writes omits them, and none of"
                                    .formatted(mebibytes(split.writes().largest()))
                            + " that size are considered.");
        if (split.isAtEdge())
            why.add(
                    "The best is at the edge of the measured range: calibrate beyond it, it may"
                            + " be better there.");
        for (Fit each : List.of(split.reads(), split.writes())) doubt(each, why);
        if (split.bestOfTold() != null)
            why.add(
                    "Without the effects that are not significant, %s of memtables would be best."
                            .formatted(new Size(split.bestOfTold().budget().memtableBytes())));
        for (Fit each : List.of(split.reads(), split.writes())) lack(each, why);
        byDefault(why);
        if (!split.isOfMeasuredTotal()) anotherTotal(why);
        return why;
    }

    /**
     * Returns the warnings to print before settings are written.
     *
     * @param machineBytes the memory of the machine that writes them
     */
    List<String> cautions(long machineBytes) {
        List<String> cautions = new ArrayList<>();
        long total = split.recommended().budget().totalBytes();
        if (split.isByDefault())
            cautions.add(
                    "Cassandra's defaults in %s are recommended: this only writes them out."
                            .formatted(new Size(total).exact()));
        if (!split.recommended().isMeasured())
            cautions.add(
                    "The expected values of this split are extrapolated: it was not measured.");
        if (!split.isOfMeasuredTotal()) anotherTotal(cautions);
        if (total > machineBytes)
            cautions.add(
                    ("This machine has %s of memory, less than the %s of the split: such a node"
                                    + " would not run here.")
                            .formatted(new Size(machineBytes), new Size(total).exact()));
        return cautions;
    }

    private void choice(List<String> why) {
        if (!split.objective().isTold()) {
            // The flat range follows fitted curves, and these show no significant effect.
            why.add(
                    "No split was significantly better than another: "
                            + untold()
                            + " recommended.");
            return;
        }
        if (split.isByDefault()) {
            why.add(
                    "Cassandra's defaults are expected to be within 1 % of every other split"
                            + " considered, or better.");
            return;
        }
        for (Step each : split.steps()) if (isSeen(each)) why.add(sentence(each));
        why.add(
                ("From %s to %s of memtables the objective is within 1 %% of its best%s; the split"
                                + " nearest to Cassandra's own is recommended.")
                        .formatted(
                                new Size(split.flat().get(0)),
                                new Size(split.flat().get(1)),
                                best()));
        if (split.byDefault().value() > split.recommended().value())
            why.add(
                    "Cassandra's defaults are expected to do better, but "
                            + impossible(split.byDefault().budget())
                            + ".");
    }

    /** Names the best only within the measured range: beyond it there are ties. */
    private String best() {
        return split.best().isMeasured()
                ? ", and %s is best".formatted(new Size(split.best().budget().memtableBytes()))
                : " (extrapolated)";
    }

    private String untold() {
        if (split.isByDefault()) return "Cassandra's defaults are";
        return impossible(split.byDefault().budget()) + "; the nearest split is";
    }

    /** Returns the reason why the defaults are not recommended. */
    private String impossible(Budget defaults) {
        return split.objective().isAboveLimit(defaults)
                ? "%s of memtables, Cassandra's default, are above the limit"
                        .formatted(new Size(defaults.memtableBytes()))
                : "no node could start with Cassandra's defaults";
    }

    /** Adds the difference in the rest of the heap, which no model covers. */
    private void byDefault(List<String> why) {
        long more =
                split.byDefault().budget().heapRestBytes()
                        - split.recommended().budget().heapRestBytes();
        if (more != 0)
            why.add(
                    ("Cassandra's defaults have %s %s for the rest of the heap: 'memory compare'"
                                    + " measures its effect.")
                            .formatted(new Size(Math.abs(more)), more > 0 ? "more" : "less"));
    }

    /** Adds notes for another total: only the defaults scale the rest of the heap with it. */
    private void anotherTotal(List<String> why) {
        String measured = new Size(split.calibration().layout().totalBytes()).exact();
        String total = new Size(split.recommended().budget().totalBytes()).exact();
        if (split.isByDefault()) {
            why.add(
                    ("The measurements are of %s: calibrate with --budget %s to see whether another"
                                    + " split is better there.")
                            .formatted(measured, total));
            return;
        }
        why.add(
                ("All other parts are as in %s, also %s of the heap besides memtables and key"
                                + " cache: a node with more data or clients needs more. Calibrate with"
                                + " --budget %s before you use this.")
                        .formatted(
                                measured,
                                new Size(split.recommended().budget().heapRestBytes()),
                                total));
    }

    private String domain() {
        return split.recommended().isMeasured()
                ? "the recommendation lies within this range, and no memtables outside it were"
                        + " considered"
                : "the recommendation lies outside this range, and its expected values are"
                        + " extrapolated: no latency below the lowest in the range is"
                        + " assumed";
    }

    private static void doubt(Fit fit, List<String> why) {
        if (fit.isConstant())
            why.add(
                    ("More %s did not make %s faster in the %d measurements: their latency is taken"
                                    + " as constant.")
                            .formatted(memory(fit), kind(fit), fit.points()));
        else if (!fit.isTold())
            why.add(
                    ("The effect of more %s on %s is not significant in the %d measurements (R"
                                    + " squared %.2f).")
                            .formatted(memory(fit), kind(fit), fit.points(), fit.rSquared()));
    }

    private static void lack(Fit fit, List<String> why) {
        LackOfFit lack = fit.lackOfFit();
        if (lack != null && lack.isSignificant())
            why.add(
                    ("The model of %s is off by more than the spread at equal %s (lack of fit: %s)."
                                    + " More measurements will not help.")
                            .formatted(kind(fit), memory(fit), FitText.test(lack)));
    }

    private static String kind(Fit fit) {
        return fit.model() == TimeModel.READ ? "reads" : "writes";
    }

    private static String memory(Fit fit) {
        return fit.model() == TimeModel.READ ? "caches" : "memtables";
    }

    /** Returns whether a step changes a rate after rounding. */
    private static boolean isSeen(Step step) {
        String nothing = percent(0);
        return !percent(step.writes()).equals(nothing) || !percent(step.reads()).equals(nothing);
    }

    /** Formats a step: "With 400MiB more for memtables, writes gain 2 % and reads lose 9 %." */
    private static String sentence(Step step) {
        String size = new Size(Math.abs(step.memtableBytes())).toString();
        boolean isMore = step.memtableBytes() > 0;
        String gain =
                "%s gain %s"
                        .formatted(
                                isMore ? "writes" : "reads",
                                percent(isMore ? step.writes() : step.reads()));
        String loss =
                "%s lose %s"
                        .formatted(
                                isMore ? "reads" : "writes",
                                percent(isMore ? -step.reads() : -step.writes()));
        return "With %s %s for memtables, %s and %s%s."
                .formatted(
                        size,
                        isMore ? "more" : "less",
                        gain,
                        loss,
                        step.to().isMeasured() ? "" : " (extrapolated: not measured there)");
    }

    private static String percent(double part) {
        double percent = 100 * part;
        String text =
                String.format(
                        Locale.ROOT, Math.abs(percent) < 9.95 ? "%.1f %%" : "%.0f %%", percent);
        return text.equals("-0.0 %") ? "0.0 %" : text;
    }

    private static String range(Fit fit) {
        return mebibytes(fit.smallest()) + " to " + mebibytes(fit.largest());
    }

    private static String mebibytes(double count) {
        return new Size((long) (count * Budget.MIB)).toString();
    }
}
