// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessorGroupTest {
    private static final String NAME = "firesteel-test-cpu-" + ProcessHandle.current().pid();
    private static final String AT_WORK = "while :; do :; done";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void aProcessIsHeldBackOnceThereIsALimit() throws Exception {
        assumeTrue(isPossible(), "no right to make a control group");
        Path directory;
        try (ProcessorGroup group = ProcessorGroup.make(ControlGroup.ROOT, NAME)) {
            directory = group.processes().resolveSibling("");
            Process process = inside(group);
            try {
                await().atMost(PATIENCE)
                        .until(() -> !Files.readAllLines(group.processes()).isEmpty());
                assertThat(timesHeldBack(directory)).isZero();
                group.limit(0.2);
                await().atMost(PATIENCE).until(() -> timesHeldBack(directory) > 2);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        assertThat(directory).doesNotExist();
    }

    private static long timesHeldBack(Path group) throws IOException {
        for (String line : Files.readAllLines(group.resolve("cpu.stat")))
            if (line.startsWith("nr_throttled ")) return Long.parseLong(line.split(" ", -1)[1]);
        return 0;
    }

    private static Process inside(ProcessorGroup group) throws IOException {
        return new ProcessBuilder(
                        "sh", "-c", "echo $$ > \"$1\" && " + AT_WORK, "sh", "" + group.processes())
                .start();
    }

    private static boolean isPossible() throws IOException {
        try {
            ProcessorGroup.make(ControlGroup.ROOT, NAME).close();
            return true;
        } catch (ControlGroupException e) {
            return false;
        }
    }
}
