// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.agent.AgentKernels;
import dev.firesteel.agent.lifetime.AgentStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the lists of kernels and drives of the agent and the doctor, which must not depend on
 * each other.
 */
class AgreementOnMachinesTest {
    private static final String NUMBER = "259:0";

    @TempDir Path directory;
    Path root = Path.of("");

    @BeforeEach
    void set() throws IOException {
        root = directory.toRealPath();
    }

    @ParameterizedTest
    @CsvSource({
        "nvme0n1, ext4, 0, none",
        "nvme0n1, ext4, 8, none",
        "nvme0n1, xfs, 0, none",
        "nvme0n1, xfs, 0, host-managed",
        "nvme0n1, f2fs, 0, none",
        "sda, ext4, 0, none",
        "sda, xfs, 0, host-managed",
        "sda, f2fs, 0, host-managed",
        "vda, ext4, 0, none",
        "vda, btrfs, 8, none",
        "loop0, xfs, 0, ",
    })
    void bothKnowTheSameDrivesToAct(String drive, String type, int streams, String zoned)
            throws IOException {
        mount(type);
        file("sys/devices/" + drive + "/queue/max_write_streams", "" + streams);
        if (zoned != null) file("sys/devices/" + drive + "/queue/zoned", zoned);
        Path link = root.resolve("sys/dev/block").resolve(NUMBER);
        Files.createDirectories(link.resolveSibling(""));
        Files.createSymbolicLink(link, root.resolve("sys/devices").resolve(drive));
        assertThat(acts(false)).isEqualTo(AgentStack.acts(root, NUMBER, false));
        assertThat(acts(true)).isEqualTo(AgentStack.acts(root, NUMBER, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tmpfs", "ramfs", "f2fs", "btrfs", "overlay", "nfs4"})
    void bothKnowTheSameOfFilesOnNoDrive(String type) throws IOException {
        mount(type);
        assertThat(acts(false)).isEqualTo(AgentStack.acts(root, NUMBER, false));
    }

    @Test
    void bothKnowTheSameKernelsToCorrupt() throws IOException {
        mount("ext4");
        for (int minor = 0; minor < 20; minor++)
            for (int patch = 60; patch < 70; patch++)
                for (String rest : new String[] {"", "-amd64", "0", ".1"}) {
                    String release = "6." + minor + "." + patch + rest;
                    file("proc/sys/kernel/osrelease", release);
                    assertThat(new KernelBugCheck(system(), mounted()).findings().get(0).level())
                            .as(release)
                            .isEqualTo(AgentKernels.isRefused(release) ? Level.PROBLEM : Level.OK);
                }
    }

    private Object acts(boolean raw) {
        Trial untried =
                Trial.skipped(
                        Trial.Direct.NOT_TRIED, Trial.Hint.NOT_TRIED, Level.NOTE, "untried", "");
        Optional<Drive> drive = Drive.of(system(), NUMBER);
        return new LifetimeCheck(raw ? Optional.empty() : mounted(), drive, untried)
                .findings()
                .get(0)
                .facts()
                .getOrDefault("knownToAct", "");
    }

    private SystemFiles system() {
        return new SystemFiles(root);
    }

    private Optional<Mount> mounted() {
        return Mount.of(system(), Path.of("/flash"));
    }

    private void mount(String type) throws IOException {
        file("proc/self/mountinfo", "27 1 %s / /flash rw - %s /dev/x rw".formatted(NUMBER, type));
    }

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text + "\n");
    }
}
