// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Firesteel;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LoadProgressTest {
    private final StringWriter written = new StringWriter();
    private final LoadProgress progress = progress();

    private LoadProgress progress() {
        CommandLine line = Firesteel.commandLine().setErr(new PrintWriter(written));
        Console console = new Console(line);
        return new LoadProgress(new StepProgress(3, 1, console, () -> 0), console);
    }

    @Test
    void nothingIsSaidWhereAllNodesWereWarm() {
        progress.tellUnsettled();
        assertThat(written.toString()).isEmpty();
    }

    @Test
    void howManyNodesWereNotWarmIsSaid() {
        progress.unsettled();
        progress.unsettled();
        progress.tellUnsettled();
        assertThat(written)
                .hasToString(
                        "WARNING: the rate was not steady before 2 of the measurements: give a"
                                + " longer --warm-up"
                                + System.lineSeparator());
    }
}
