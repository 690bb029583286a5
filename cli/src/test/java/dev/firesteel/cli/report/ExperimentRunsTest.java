// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Firesteel;
import dev.firesteel.cli.common.Console;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the cleanup after a killed reproduction. */
class ExperimentRunsTest {
    @TempDir Path data = Path.of("");

    /** Writes the PID file as a node's starter does. */
    private static void note(Process process, Path directory) throws Exception {
        Instant start = process.info().startInstant().orElseThrow();
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("cassandra.pid"), process.pid() + " " + start + "\n");
    }

    @Test
    void nodesOfAnyExperimentEndAndNobodyElses() throws Exception {
        Process node = new ProcessBuilder("sleep", "60").start();
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            note(node, data.resolve("firesteel-division-quick/firesteel-calibration/node"));
            note(other, data.resolve("mine/node"));
            ExperimentRuns runs =
                    new ExperimentRuns(
                            data,
                            true,
                            "127.0.0.1",
                            Firesteel::commandLine,
                            new Console(Firesteel.commandLine()));
            runs.endLeft();
            assertThat(node.isAlive()).isFalse();
            assertThat(other.isAlive()).isTrue();
        } finally {
            node.destroyForcibly();
            other.destroyForcibly();
        }
    }
}
