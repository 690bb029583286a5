// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressState;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of a comparison, and its remaining time: a bar on a terminal, else a line for
 * each measurement.
 */
public final class StepProgress implements AutoCloseable {
    private final int rounds;
    private final Console console;
    private final LongSupplier nanos;
    private volatile @Nullable ProgressBar bar;
    private int steps;
    private int step;
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
     * @param number its number, from 1
     * @param round its round, from 1
     */
    public void starting(int number, int round, String name) {
        step = number;
        what = name;
        if (firstStep == 0) {
            firstStep = step;
            firstNanos = nanos.getAsLong();
        }
        ProgressBar shown = bar;
        if (shown != null) shown.stepTo(step - 1L).setExtraMessage(what + ": starting");
        else if (!console.isTerminal())
            console.note("%d of %d: %s%s%s".formatted(step, steps, ofRounds(round), what, left()));
    }

    private String ofRounds(int round) {
        return rounds == 1 ? "" : "round %d of %d, ".formatted(round, rounds);
    }

    /** Shows the current activity, on a bar only. */
    public void working(String at) {
        ProgressBar shown = bar;
        if (shown != null) shown.setExtraMessage(what + ": " + at);
    }

    /** Shows the result of a step; a bar shows that the step is done. */
    public void measured(String result) {
        ProgressBar shown = bar;
        if (shown != null) shown.stepTo(step).setExtraMessage(what + ": done");
        else if (!console.isTerminal()) console.note("    " + result);
    }

    /** Reduces the number of steps. */
    public void leaveOut(int count) {
        steps -= count;
        ProgressBar shown = bar;
        if (shown != null) shown.maxHint(steps);
    }

    /** Ends the bar and prints that the run is interrupted. */
    public void interrupted() {
        close();
        console.note("Interrupted: the results so far follow.");
    }

    /** Ends the bar, with its last state. Safe for concurrent use. */
    @Override
    public synchronized void close() {
        ProgressBar shown = bar;
        bar = null;
        if (shown != null) shown.close();
    }

    /** Estimates the remaining time from the mean of the steps done. */
    private String left() {
        if (step == firstStep) return "";
        double each = (double) (nanos.getAsLong() - firstNanos) / (step - firstStep);
        long seconds = Math.round(each * (steps - step + 1) / TimeUnit.SECONDS.toNanos(1));
        return seconds < 100
                ? "; " + seconds + " s left"
                : "; " + Math.round(seconds / 60.0) + " min left";
    }

    private static ProgressBar bar(int steps) {
        return TerminalBar.of("", steps).setRenderer(StepProgress::render).build();
    }

    private static String render(ProgressState state, int width) {
        return line(
                state.getCurrent(),
                state.getMax(),
                state.getTotalElapsed(),
                String.valueOf(state.getExtraMessage()),
                width);
    }

    /** Returns the line of a terminal: the text matters more than a picture of a bar. */
    static String line(long done, long of, Duration elapsed, String text, int width) {
        String line =
                "%d of %d done, %d:%02d:%02d  %s"
                        .formatted(
                                done,
                                of,
                                elapsed.toHours(),
                                elapsed.toMinutesPart(),
                                elapsed.toSecondsPart(),
                                text);
        return line.length() <= width ? line : line.substring(0, width - 3) + "...";
    }
}
