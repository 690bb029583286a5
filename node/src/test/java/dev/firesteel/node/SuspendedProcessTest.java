// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuspendedProcessTest {
    private static final int TIMES = 20;

    @TempDir Path directory;

    @Test
    void writesNothingUntilItIsResumed() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        Process writer =
                new ProcessBuilder("sh", "-c", "while :; do echo x; done")
                        .redirectOutput(file.toFile())
                        .start();
        try {
            for (int i = 0; i < TIMES; i++) {
                long before;
                try (SuspendedProcess process = SuspendedProcess.suspend(writer.pid())) {
                    assertThat(process.pid()).isEqualTo(writer.pid());
                    before = Files.size(file);
                    TimeUnit.MILLISECONDS.sleep(5);
                    assertThat(Files.size(file)).isEqualTo(before);
                }
                while (Files.size(file) == before) TimeUnit.MILLISECONDS.sleep(1);
            }
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    @Test
    void refusesAProcessThatHasEnded() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertThatThrownBy(() -> SuspendedProcess.suspend(ended.pid()))
                .isInstanceOf(NodeException.class)
                .hasMessage("Cannot send SIGSTOP to process " + ended.pid());
    }
}
