// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeDiskTest {
    /** A directory in a virtual file system, on every Linux. */
    private static final Path NO_DRIVE = Path.of("/proc");

    @TempDir Path directory = Path.of("");

    /** Finds the drive by the device numbers that coreutils print. */
    @Test
    void saysHowFarTheKernelReadsAhead() throws Exception {
        Process stat = new ProcessBuilder("stat", "-c", "%Hd:%Ld", directory.toString()).start();
        String numbers =
                new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        Path drive = Path.of("/sys/dev/block", numbers);
        assumeThat(drive.resolve("queue/read_ahead_kb")).as("not on a whole drive").exists();
        int readAhead =
                Integer.parseInt(Files.readString(drive.resolve("queue/read_ahead_kb")).strip());
        assertThat(WholeDisk.readAheadKib(directory)).hasValue(readAhead);
        assertThat(WholeDisk.numbers(directory)).isEqualTo(numbers);
    }

    @Test
    void whatIsOnNoDriveCannotBeMadeSlow() throws Exception {
        assertThat(WholeDisk.readAheadKib(NO_DRIVE)).isEmpty();
        assertThatThrownBy(() -> WholeDisk.numbers(NO_DRIVE))
                .isInstanceOf(BenchException.class)
                .hasMessage("Cannot find the drive of /proc, so its speed cannot be limited");
    }
}
