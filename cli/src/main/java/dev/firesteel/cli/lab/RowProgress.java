// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.TerminalBar;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a load: a bar on a terminal, else a line for each tenth. */
final class RowProgress implements dev.firesteel.lab.Progress, AutoCloseable {
    private static final int PARTS = 10;

    private final String task;
    private final Console console;
    private @Nullable ProgressBar bar;
    private long toldParts;

    RowProgress(String task, Console console) {
        this.task = task;
        this.console = console;
    }

    @Override
    public void reached(long done, long of, double perSecond) {
        if (console.isTerminal()) bar(of).stepTo(done);
        else if (done * PARTS / of > toldParts) {
            toldParts = done * PARTS / of;
            console.note(
                    String.format(
                            Locale.ROOT, "%s: %d of %d, %.0f a second", task, done, of, perSecond));
        }
    }

    @Override
    public void close() {
        if (bar != null) bar.close();
        bar = null;
    }

    private ProgressBar bar(long of) {
        if (bar == null) bar = TerminalBar.of(task, of).setUnit(" rows", 1).showSpeed().build();
        return bar;
    }
}
