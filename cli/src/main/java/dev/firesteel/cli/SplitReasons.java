// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

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
                    "Which part of operations were reads is not known of every measurement, so that formula 9 is what counts, and not operations a second.");
        why.add(
                "Measured were memtables of %s and caches of %s; %s."
                        .formatted(range(split.writes()), range(split.reads()), domain()));
        if (!split.limit().beyond().isEmpty())
            why.add(
                    "Memtables above %s were slower: the model of writes leaves them out, and none so"
                                    .formatted(mebibytes(split.writes().largest()))
                            + " large is considered.");
        if (split.isAtEdge())
            why.add(
                    "The best is at the edge of what was measured: measure beyond it, it may be"
                            + " better there.");
        for (Fit each : List.of(split.reads(), split.writes())) doubt(each, why);
        if (split.bestOfTold() != null)
            why.add(
                    "If they do not, %s of memtables would be best."
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
            cautions.add("What is expected of this division is extrapolated: it was not measured.");
        if (!split.isOfMeasuredTotal()) anotherTotal(cautions);
        if (total > machineBytes)
            cautions.add(
                    "This machine has %s of memory, less than the %s that are divided: a node so large would not run here."
                            .formatted(new Size(machineBytes), new Size(total).exact()));
        return cautions;
    }

    private void choice(List<String> why) {
        if (!split.objective().isTold()) {
            // The flat range follows fitted curves, and these show no significant effect.
            why.add("No division was told from another: " + untold() + " recommended.");
            return;
        }
        if (split.isByDefault()) {
            why.add(
                    "Cassandra's defaults are expected to do as well as every other division that was"
                            + " considered, to 1 %, or better.");
            return;
        }
        for (Step each : split.steps()) if (isSeen(each)) why.add(sentence(each));
        why.add(
                "From %s to %s of memtables nothing loses more than 1 %% of the objective%s; what is nearest to Cassandra's own is recommended."
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
        if (split.isByDefault()) return "what Cassandra does by default is";
        return impossible(split.byDefault().budget()) + "; what comes nearest is";
    }

    /** Returns the reason why the defaults are not recommended. */
    private String impossible(Budget defaults) {
        return split.objective().isAboveLimit(defaults)
                ? "%s of memtables, as Cassandra has them by default, are more than may be here"
                        .formatted(new Size(defaults.memtableBytes()))
                : "no node could start as Cassandra is by default";
    }

    /** Adds the difference in the rest of the heap, which no model covers. */
    private void byDefault(List<String> why) {
        long more =
                split.byDefault().budget().heapRestBytes()
                        - split.recommended().budget().heapRestBytes();
        if (more != 0)
            why.add(
                    "Cassandra's defaults have %s %s for what else is on the heap: 'memory compare' measures what that is worth."
                            .formatted(new Size(Math.abs(more)), more > 0 ? "more" : "less"));
    }

    /** Adds notes for another total: only the defaults scale the rest of the heap with it. */
    private void anotherTotal(List<String> why) {
        String measured = new Size(split.calibration().layout().totalBytes()).exact();
        String total = new Size(split.recommended().budget().totalBytes()).exact();
        if (split.isByDefault()) {
            why.add(
                    "Measured was %s: calibrate with --budget %s to see whether another division does better there."
                            .formatted(measured, total));
            return;
        }
        why.add(
                "Everything else is as it was in %s, %s of the heap beside memtables and key cache too: a node with more data or clients needs more. Calibrate with --budget %s before this is used."
                        .formatted(
                                measured,
                                new Size(split.recommended().budget().heapRestBytes()),
                                total));
    }

    private String domain() {
        return split.recommended().isMeasured()
                ? "the recommendation lies within, and no memtables beyond were considered"
                : "the recommendation lies beyond, and what is expected of it is extrapolated: no"
                        + " time is taken to be shorter than the shortest there";
    }

    private static void doubt(Fit fit, List<String> why) {
        if (fit.isConstant())
            why.add(
                    "More %s did not make %s faster in the %d measurements: they are taken to be as fast with any."
                            .formatted(memory(fit), kind(fit), fit.points()));
        else if (!fit.isTold())
            why.add(
                    "Whether %s make %s faster at all, the %d measurements cannot tell (R squared %.2f)."
                            .formatted(memory(fit), kind(fit), fit.points(), fit.rSquared()));
    }

    private static void lack(Fit fit, List<String> why) {
        LackOfFit lack = fit.lackOfFit();
        if (lack != null && lack.isSignificant())
            why.add(
                    "The model of %s is off by more than measurements of the same %s differ (lack of fit: %s): more measurements will not mend it."
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

    /** Formats a step: "400MiB of memtables more buy writes 2 %, and cost reads 9 %." */
    private static String sentence(Step step) {
        String size = new Size(Math.abs(step.memtableBytes())).toString();
        boolean isMore = step.memtableBytes() > 0;
        String gain =
                "%s %s"
                        .formatted(
                                isMore ? "writes" : "reads",
                                percent(isMore ? step.writes() : step.reads()));
        String loss =
                "%s %s"
                        .formatted(
                                isMore ? "reads" : "writes",
                                percent(isMore ? -step.reads() : -step.writes()));
        return "%s of memtables %s buy %s, and cost %s%s."
                .formatted(
                        size,
                        isMore ? "more" : "less",
                        gain,
                        loss,
                        step.to().isMeasured() ? "" : " (extrapolated: it was not measured there)");
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
