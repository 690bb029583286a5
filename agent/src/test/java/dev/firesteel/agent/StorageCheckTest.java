// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StorageCheckTest {
    private static final Path JOURNAL = Path.of("/dev/shm/journal");

    private final StorageCheck inMemory = new StorageCheck(path -> Optional.of("tmpfs"));
    private final StorageCheck onDrive = new StorageCheck(path -> Optional.empty());

    @Test
    void refusesAJournalInMemoryUnlessItIsAskedFor() throws Exception {
        Settings silent = Settings.of(Map.of("journal_path", JOURNAL.toString()));
        assertThatThrownBy(() -> inMemory.check(silent))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith(
                        "the journal /dev/shm/journal is on tmpfs, which keeps it in memory: ")
                .hasMessageContaining("add journal_in_memory: true to firesteel.yaml");
        assertThatCode(() -> onDrive.check(silent)).doesNotThrowAnyException();
        Settings asking =
                Settings.of(Map.of("journal_path", JOURNAL.toString(), "journal_in_memory", true));
        assertThatCode(() -> inMemory.check(asking)).doesNotThrowAnyException();
    }

    @Test
    void neverCallsMemoryFlash() {
        assertThat(inMemory.placeOfWrites(JOURNAL))
                .isEqualTo(
                        "acknowledged writes are in memory (tmpfs), and a loss of power loses them");
        assertThat(onDrive.placeOfWrites(JOURNAL))
                .isEqualTo("every acknowledged write is on flash");
    }
}
