// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int ENDED_BY_INTERRUPT = 130;

    @TempDir Path directory;

    @Test
    void aCampaignThatIsInterruptedSaysHowItGoesOnAndLeavesNoNode() throws Exception {
        try (PackagedProgram program =
                new PackagedProgram(
                        directory,
                        "lab",
                        "crash",
                        "--target",
                        "stock",
                        "--address",
                        "127.0.1.23",
                        "--heap",
                        "512MiB")) {
            // Its earlier children, for the disks of faults, are no nodes.
            await().atMost(PATIENCE)
                    .until(
                            () ->
                                    !program.isAlive()
                                            || (isUnderWay(program)
                                                    && !program.children().isEmpty()));
            List<ProcessHandle> children = program.children();
            assertThat(children).as("%s", program.lines()).isNotEmpty();

            program.interrupt();
            assertThat(program.awaitExitCode())
                    .as("%s", program.lines())
                    .isEqualTo(ENDED_BY_INTERRUPT);
            assertThat(program.lines())
                    .filteredOn(line -> line.startsWith("Interrupted: "))
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains("data/crash/results.jsonl"));
            assertThat(children).noneMatch(ProcessHandle::isAlive);
        }
    }

    private static boolean isUnderWay(PackagedProgram program) {
        return program.lines().stream().anyMatch(line -> line.startsWith("Results go to "));
    }
}
