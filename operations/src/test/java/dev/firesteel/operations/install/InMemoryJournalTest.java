// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InMemoryJournalTest {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @TempDir Path root = Path.of("");

    @Test
    void isRefusedUnlessItIsAskedFor() {
        Path path = Path.of("/mnt/journal");
        JournalPlace inMemory = new JournalPlace(path, journal -> Optional.of("tmpfs"));
        assertThatThrownBy(() -> inMemory.require(false))
                .isInstanceOf(InstallException.class)
                .hasMessageStartingWith("/mnt/journal is on tmpfs, which keeps a journal in memory")
                .hasMessageEndingWith("--journal-in-memory");
        assertThatCode(() -> inMemory.require(true)).doesNotThrowAnyException();
        JournalPlace onDrive = new JournalPlace(path, journal -> Optional.empty());
        assertThatCode(() -> onDrive.require(false)).doesNotThrowAnyException();
    }

    /** A file of that name in /dev would be in memory; shared memory holds files, no devices. */
    @Test
    void aMissingDeviceIsNamedAsOne() {
        JournalPlace device = new JournalPlace(Path.of("/dev/firesteel-no-such-device"));
        assertThatThrownBy(() -> device.require(true))
                .isInstanceOf(InstallException.class)
                .hasMessageStartingWith("there is no device /dev/firesteel-no-such-device");
        JournalPlace file = new JournalPlace(SHARED_MEMORY.resolve("firesteel-no-such-journal"));
        assertThatCode(file::requireDevice).doesNotThrowAnyException();
    }

    @Test
    void theInstallationAndItsStatusNameIt() throws IOException {
        assumeTrue(
                Files.isDirectory(SHARED_MEMORY)
                        && Files.getFileStore(SHARED_MEMORY).type().equals("tmpfs"));
        LaidOutHome home = new LaidOutHome(root);
        Path journal = Files.createTempFile(SHARED_MEMORY, "firesteel", ".test");
        try (RandomAccessFile blank = new RandomAccessFile(journal.toFile(), "rw")) {
            blank.setLength(16 << 20);
            namesIt(home, journal);
        } finally {
            Files.delete(journal);
        }
    }

    private static void namesIt(LaidOutHome home, Path journal) throws IOException {
        assertThatThrownBy(() -> home.plan(journal)).hasMessageContaining("is on tmpfs");
        assertThat(home.installation().plan(home.agent, journal, 16 << 20, true).shown())
                .containsSubsequence("+journal_path: " + journal, "+journal_in_memory: true");
        Path yaml = home.conf.resolve("firesteel.yaml");
        Files.writeString(yaml, "journal_path: " + journal + "\n");
        assertThatThrownBy(() -> home.installation().plan(home.agent, journal, 16 << 20, true))
                .hasMessageContaining("does not ask for storage in memory");
        InstallationStatus refused = home.installation().status();
        assertThat(refused.journalState()).isEqualTo(JournalState.VOLATILE);
        assertThat(refused.journalWhy()).contains("in memory (tmpfs)", "journal_in_memory: true");
        Files.writeString(yaml, FiresteelYaml.text(journal, true));
        assertThat(FiresteelYaml.isAsWritten(yaml)).isTrue();
        InstallationStatus allowed = home.installation().status();
        assertThat(allowed.journalState()).isNotEqualTo(JournalState.VOLATILE);
        assertThat(allowed.journalWhy()).endsWith("; in memory (tmpfs), and lost with the power");
        assertThatCode(() -> home.plan(journal)).doesNotThrowAnyException();
    }
}
