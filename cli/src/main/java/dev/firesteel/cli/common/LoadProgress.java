// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.lab.memory.TrialListener;

/**
 * Shows the progress of a single measurement: the loading of rows, briefly without a terminal, and
 * then the operations of clients.
 */
public class LoadProgress implements TrialListener {
    private static final int CALLS_BETWEEN_LINES = 30;

    /** Shows the steps after the load. */
    protected final StepProgress steps;

    private final Console console;
    private int calls;
    private int unsettled;

    /** Creates an instance that has shown nothing. */
    public LoadProgress(StepProgress steps, Console console) {
        this.steps = steps;
        this.console = console;
    }

    @Override
    public void loading(long rows, long of, double perSecond) {
        String text = "loading rows, %d of %d, %.0f a second".formatted(rows, of, perSecond);
        steps.working(text);
        if (!console.isTerminal() && calls++ % CALLS_BETWEEN_LINES == 0) console.note(text);
    }

    @Override
    public void loaded(long bytes) {
        if (!console.isTerminal()) console.note(new Size(bytes) + " on the drive");
    }

    @Override
    public void working(String at, double perSecond) {
        steps.working("%s, %.0f a second".formatted(at, perSecond));
    }

    @Override
    public void unsettled() {
        unsettled++;
    }

    /** Prints the number of nodes now measured before they reached steady state, if any. */
    public void tellUnsettled() {
        if (unsettled > 0)
            console.note(
                    ("WARNING: the rate was not steady before %d of the measurements: give a longer"
                                    + " --warm-up")
                            .formatted(unsettled));
    }
}
