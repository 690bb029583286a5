// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class StepProgressTest {
    private final StringWriter notes = new StringWriter();
    private long seconds;

    @Command
    private static final class Verb {}

    private StepProgress progress(int steps, int rounds) {
        CommandLine command = new CommandLine(new Verb()).setErr(new PrintWriter(notes, true));
        return new StepProgress(
                steps, rounds, new Console(command), () -> TimeUnit.SECONDS.toNanos(seconds));
    }

    /** Rows are loaded for 1000 s before the first step, and only once. */
    @Test
    void whatIsLeftTakesAsLongForEachStepAsThoseThatWere() {
        try (StepProgress progress = progress(12, 1)) {
            seconds += 1000;
            progress.starting(1, 1, "few");
            seconds += 10;
            progress.measured("fast");
            progress.starting(2, 1, "many");
            seconds += 20;
            progress.starting(3, 1, "most");
        }
        assertThat(notes)
                .hasToString(
                        """
                        1 of 12: few
                            fast
                        2 of 12: many; 2 min left
                        3 of 12: most; 3 min left
                        """);
    }

    @Test
    void stepsThatAreLeftOutAreNotCounted() {
        try (StepProgress progress = progress(12, 1)) {
            progress.starting(1, 1, "few");
            progress.leaveOut(3);
            progress.starting(2, 1, "many");
            progress.interrupted();
        }
        assertThat(notes)
                .hasToString(
                        """
                        1 of 12: few
                        2 of 9: many; 0 s left
                        Interrupted: the results so far follow.
                        """);
    }

    @Test
    void aLineOfATerminalHasItsWidth() {
        Duration elapsed = Duration.ofSeconds(3671);
        assertThat(StepProgress.line(9, 10, elapsed, "64 threads: measuring", 79))
                .isEqualTo("9 of 10 done, 1:01:11  64 threads: measuring");
        assertThat(StepProgress.line(9, 10, elapsed, "x".repeat(79), 79))
                .hasSize(79)
                .endsWith("xx...");
    }

    @Test
    void whatWasMeasuredBeforeTookNoTime() {
        try (StepProgress progress = progress(6, 2)) {
            progress.starting(5, 2, "few");
            seconds += 30;
            progress.starting(6, 2, "many");
        }
        assertThat(notes)
                .hasToString(
                        """
                        5 of 6: round 2 of 2, few
                        6 of 6: round 2 of 2, many; 30 s left
                        """);
    }
}
