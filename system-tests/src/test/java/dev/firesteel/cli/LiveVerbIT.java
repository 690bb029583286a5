// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.firesteel.lab.drive.DriveSupport;
import dev.firesteel.lab.drive.SimulatedDrives;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a simulated disk from this process, and kills the program that serves it in between. */
class LiveVerbIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int WRITES = 50;
    private static final int PAGE = 4_096;

    @TempDir Path directory;
    private Path data = Path.of("");

    @BeforeEach
    void requireDrives() throws IOException {
        DriveSupport.assume();
        data = directory.toRealPath().resolve("disk");
    }

    @AfterEach
    void leaveNothing() throws Exception {
        SimulatedDrives.clear(data);
    }

    @Test
    void anyProgramUsesTheDriveAndItsFilesStay() throws Exception {
        Path file = data.resolve("drive").resolve("file");
        try (PackagedProgram program = live("1GiB")) { // closed by SIGKILL
            awaitMounted(program);
            writeSynced(file);
        }
        try (PackagedProgram other = live("2GiB")) {
            assertThat(other.awaitExitCode()).isEqualTo(1);
            assertThat(other.lines())
                    .anyMatch(line -> line.contains("has 1GiB: run with size=1GiB"));
        }
        try (PackagedProgram program = live("1GiB")) {
            awaitMounted(program);
            assertThat(file).hasSize((long) WRITES * PAGE);
            writeSynced(file);
            await().atMost(PATIENCE)
                    .until(() -> program.lines().stream().anyMatch(LiveVerbIT::hasFlushes));
            program.interrupt();
            assertThat(program.awaitExitCode()).as("%s", program.lines()).isZero();
            assertThat(program.lines())
                    .anyMatch(line -> line.matches("Drive drive: write amplification 1\\.0000, .*"))
                    // Writes wait in the cache; a flush waits for the platters, 2 to 20 ms.
                    .anyMatch(
                            line -> line.matches("flushes +[1-9][0-9]+ +(1?[0-9])\\.[0-9]{3} .*"));
        }
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain("" + data);
    }

    private static boolean hasFlushes(String line) {
        return line.matches(" +[0-9]+ +[0-9]+ +\\S+ +[0-9]+ +\\S+ +[1-9][0-9]* .* 1\\.0000");
    }

    private PackagedProgram live(String size) throws IOException {
        return new PackagedProgram(
                directory,
                "endurance",
                "live",
                "disk7k,size=" + size,
                "--data",
                data.toString(),
                "--every",
                "1");
    }

    private static void awaitMounted(PackagedProgram program) {
        program.awaitLine(PATIENCE, line -> line.startsWith("Mounted at"));
    }

    private static void writeSynced(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int i = 0; i < WRITES; i++) {
                channel.write(ByteBuffer.allocate(PAGE), (long) i * PAGE);
                channel.force(true);
            }
        }
    }
}
