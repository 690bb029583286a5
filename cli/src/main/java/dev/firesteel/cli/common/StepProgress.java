// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of a comparison, and its remaining time: a bar on a terminal, else a line for
 * each measurement.
 */
public final class StepProgress implements AutoCloseable {
    private final int steps;
    private final int rounds;
    private final Console console;
    private final LongSupplier nanos;
    private @Nullable ProgressBar bar;
    private String what = "";

    /** The first step of this run: above 1 if it continues earlier measurements. */
    private int firstStep;

    /** The time of the first step. Earlier work, such as loading rows, is not repeated. */
    private long firstNanos;

    /** Creates an instance that has shown nothing. */
    public StepProgress(int steps, int rounds, Console console, LongSupplier nanos) {
        this.steps = steps;
        this.rounds = rounds;
        this.console = console;
        this.nanos = nanos;
        if (console.isTerminal()) bar = bar(steps);
    }

    /**
     * Begins the next step.
     *
     * @param step its number, from 1
     * @param round its round, from 1
     */
    public void starting(int step, int round, String name) {
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

    /** Shows the current activity, on a bar only. */
    public void working(String at) {
        if (bar != null) bar.setExtraMessage(what + ": " + at);
    }

    /** Shows the result of a step, except on a bar. */
    public void measured(String result) {
        if (bar == null) console.note("    " + result);
    }

    @Override
    public void close() {
        if (bar != null) bar.close();
        bar = null;
    }

    /** Estimates the remaining time from the mean of the steps done. */
    private String left(int step) {
        if (step == firstStep) return "";
        double each = (double) (nanos.getAsLong() - firstNanos) / (step - firstStep);
        long seconds = Math.round(each * (steps - step + 1) / TimeUnit.SECONDS.toNanos(1));
        return seconds < 100
                ? "; " + seconds + " s left"
                : "; " + Math.round(seconds / 60.0) + " min left";
    }

    private static ProgressBar bar(int steps) {
        return TerminalBar.of("", steps).build();
    }
}
