// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a long task once it has begun: a bar on a terminal, else a line. */
public final class Progress implements AutoCloseable {
    private static final long MIB = 1 << 20;

    private final String task;
    private final Console console;
    private @Nullable ProgressBar bar;
    private boolean isTold;

    /** Creates an instance that has shown nothing. */
    public Progress(String task, Console console) {
        this.task = task;
        this.console = console;
    }

    /** Shows how much is done. */
    public void at(long bytes, long ofBytes) {
        if (bytes == 0) return;
        if (!isTold) begin(ofBytes);
        if (bar != null) bar.stepTo(bytes);
    }

    @Override
    public void close() {
        if (bar != null) bar.close();
    }

    private void begin(long ofBytes) {
        isTold = true;
        if (console.isTerminal()) bar = bar(ofBytes);
        else console.note(task + " " + new Size(ofBytes) + " ...");
    }

    private ProgressBar bar(long ofBytes) {
        return TerminalBar.of(task, ofBytes).setUnit("MiB", MIB).build();
    }
}
