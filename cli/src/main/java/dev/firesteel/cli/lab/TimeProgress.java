// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.TerminalBar;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;

/** Shows the progress of timed work: a bar on a terminal, else a line for each tenth. */
final class TimeProgress implements dev.firesteel.lab.Progress, AutoCloseable {
    private static final int PARTS = 10;

    private final String task;
    private final long seconds;
    private final Console console;
    private final LongSupplier nanos;
    private final long startNanos;
    private @Nullable ProgressBar bar;
    private long toldParts;

    TimeProgress(String task, long seconds, Console console, LongSupplier nanos) {
        this.task = task;
        this.seconds = seconds;
        this.console = console;
        this.nanos = nanos;
        startNanos = nanos.getAsLong();
    }

    @Override
    public void reached(long done, long of, double perSecond) {
        tell(String.format(Locale.ROOT, "%.0f op/s", perSecond));
    }

    @Override
    public void reached(long done, long of, double perSecond, double p99Micros) {
        tell(String.format(Locale.ROOT, "%.0f op/s, p99 %.0f us", perSecond, p99Micros));
    }

    private void tell(String rate) {
        long past = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - startNanos);
        if (console.isTerminal()) bar().stepTo(Math.min(past, seconds)).setExtraMessage(rate);
        else if (past * PARTS / seconds > toldParts) {
            toldParts = past * PARTS / seconds;
            console.note("%s: %d of %d s, %s".formatted(task, past, seconds, rate));
        }
    }

    @Override
    public void close() {
        if (bar != null) bar.close();
        bar = null;
    }

    private ProgressBar bar() {
        if (bar == null) bar = TerminalBar.of(task, seconds).setUnit(" s", 1).build();
        return bar;
    }
}
