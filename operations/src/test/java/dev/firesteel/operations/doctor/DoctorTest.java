// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.operations.home.OtherUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    @TempDir Path root;
    @TempDir Path directory;
    FedSystem system;

    @BeforeEach
    void feed() throws IOException {
        system =
                new FedSystem(root)
                        .file("proc/sys/kernel/osrelease", "6.18.0")
                        .file("proc/self/status", "Uid:\t0\t0\t0\t0")
                        .file("etc/passwd", "root:x:0:0::/root:/bin/sh");
    }

    private Report examine(Path path, Trials trials) {
        return new Doctor(system.files(), trials).examine(path, false);
    }

    @Test
    void looksAtEverything() {
        system.file(
                "proc/self/mountinfo",
                "27 1 259:0 / / rw - ext4 /dev/nvme0n1 rw\n"); // for any directory
        Report report = examine(directory, (place, drive, write) -> Fed.trial(300_000));
        assertThat(report.kernel()).isEqualTo("6.18.0");
        assertThat(report.user()).isEqualTo("root");
        assertThat(report.findings())
                .extracting(Finding::check)
                .contains("permissions", "drive", "space", "direct-io", "durability", "latency")
                .contains("lifetimes", "kernel", "limits");
        assertThat(report.findings())
                .allMatch(finding -> finding.says().endsWith("."))
                .allMatch(finding -> finding.advice().isEmpty() == (finding.level() == Level.OK));
    }

    @Test
    void noticesAFileSystemThatCopiesOnWrite() {
        system.file("proc/self/mountinfo", "27 1 259:0 / / rw - btrfs /dev/nvme0n1 rw\n");
        Report report = examine(directory, (place, drive, write) -> Fed.trial(300_000));
        assertThat(report.findings()).extracting(Finding::check).contains("copy-on-write");
    }

    /** Any user could put a link there. */
    @Test
    void rootTriesNothingInADirectoryOfAll() throws IOException {
        OtherUser.assume(directory);
        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setAttribute(open, "unix:mode", 0777);
        assertThat(examine(open, new DeviceTrials(System::nanoTime)).findings())
                .anyMatch(finding -> finding.says().startsWith("not measured: " + open));
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void isNotStoppedByAPathThatDoesNotExist() {
        Report report = examine(directory.resolve("absent"), (place, drive, write) -> never());
        assertThat(report.count(Level.PROBLEM)).isEqualTo(1);
        assertThat(report.findings().get(0).says()).endsWith("absent does not exist.");
        assertThat(report.findings()).extracting(Finding::check).contains("limits");
    }

    @Test
    void refusesWhatNoJournalCanBe() {
        Report report = examine(Path.of("/dev/null"), (place, drive, write) -> never());
        assertThat(report.findings().get(0))
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.PROBLEM))
                .satisfies(finding -> assertThat(finding.says()).contains("neither"));
    }

    private static Trial never() {
        throw new AssertionError("nothing may be tried");
    }

    /** Runs real trials on the file system of the tests. */
    @Test
    void leavesNothingBehindAndWhatIsThereAsItIs() throws IOException {
        Path file = Files.writeString(directory.resolve("precious"), "precious");
        Doctor doctor = new Doctor(system.files(), new DeviceTrials(System::nanoTime));
        for (Path path : new Path[] {directory, file})
            assertThat(doctor.examine(path, true).findings())
                    .anyMatch(finding -> finding.check().equals("latency"));
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactly(file);
        }
        assertThat(file).hasContent("precious");
    }
}
