// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

/**
 * Shows how rows are loaded, before anything is measured (elsewhere than on a terminal, briefly),
 * and what clients do to them then: a part of what listeners are told.
 */
abstract class LoadProgress {
    private static final int CALLS_BETWEEN_LINES = 30;

    final StepProgress steps;
    private final Console console;
    private int calls;

    LoadProgress(StepProgress steps, Console console) {
        this.steps = steps;
        this.console = console;
    }

    /** Some rows are there. */
    public void loading(long rows, long of, double perSecond) {
        String text = "loading rows, %d of %d, %.0f a second".formatted(rows, of, perSecond);
        steps.working(text);
        if (!console.isTerminal() && calls++ % CALLS_BETWEEN_LINES == 0) console.note(text);
    }

    /** All are. */
    public void loaded(long bytes) {
        if (!console.isTerminal()) console.note(new Size(bytes) + " on the drive");
    }

    /** Clients are at work. */
    public void working(String at, double perSecond) {
        steps.working("%s, %.0f a second".formatted(at, perSecond));
    }
}
