// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Creates progress bars for a terminal of 80 columns. The library's own way to the terminal gives
 * SIGINT its default action: Ctrl-C would end the JVM without its shutdown hooks.
 */
public final class TerminalBar {
    private static final int WIDTH = 79;

    private TerminalBar() {}

    /**
     * Returns a bar to be built.
     *
     * @param max its end
     */
    public static ProgressBarBuilder of(String task, long max) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(max)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH));
    }
}
