// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * How far a comparison is, and how much longer it takes: a bar on a terminal, a line for each
 * measurement elsewhere.
 */
final class StepProgress implements AutoCloseable {
    private final int steps;
    private final int rounds;
    private final Console console;
    private final LongSupplier nanos;
    private @Nullable ProgressBar bar;
    private String what = "";

    /** Where it began: not at 1 if it goes on with what was measured before. */
    private int firstStep;

    /** When: what was done before, such as loading rows, is done once. */
    private long firstNanos;

    StepProgress(int steps, int rounds, Console console, LongSupplier nanos) {
        this.steps = steps;
        this.rounds = rounds;
        this.console = console;
        this.nanos = nanos;
        if (console.isTerminal()) bar = bar(steps);
    }

    /**
     * The next step.
     *
     * @param step which one, from 1
     * @param round its round, from 1
     */
    void starting(int step, int round, String name) {
        what = name;
        if (firstStep == 0) {
            firstStep = step;
            firstNanos = nanos.getAsLong();
        }
        if (bar != null) bar.stepTo(step - 1L).setExtraMessage(what + ": starting");
        else
            console.note(
                    "%d of %d: %s%s%s".formatted(step, steps, ofRounds(round), what, left(step)));
    }

    private String ofRounds(int round) {
        return rounds == 1 ? "" : "round %d of %d, ".formatted(round, rounds);
    }

    /** What is being done just now; only a bar shows that. */
    void working(String at) {
        if (bar != null) bar.setExtraMessage(what + ": " + at);
    }

    /** What came of it; a bar does not show that. */
    void measured(String result) {
        if (bar == null) console.note("    " + result);
    }

    @Override
    public void close() {
        if (bar != null) bar.close();
        bar = null;
    }

    /** As long for each step to come as for each that was. */
    private String left(int step) {
        if (step == firstStep) return "";
        double each = (double) (nanos.getAsLong() - firstNanos) / (step - firstStep);
        long seconds = Math.round(each * (steps - step + 1) / TimeUnit.SECONDS.toNanos(1));
        return seconds < 100
                ? "; " + seconds + " s left"
                : "; " + Math.round(seconds / 60.0) + " min left";
    }

    private static ProgressBar bar(int steps) {
        return new ProgressBarBuilder()
                .setTaskName("Measuring")
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .build();
    }
}
