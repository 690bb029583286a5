// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.JournalFormat;
import java.io.EOFException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedSegmentsTest {
    private static final int MIB = 1 << 20;

    @TempDir Path directory;

    @Test
    void keepsSlotsAsTheyAreOnTheDevice() throws Exception {
        Path journal = directory.resolve("journal");
        new JournalFormat(9 * MIB, MIB, 28, 12).write(journal, (written, of) -> {});
        byte[] content = Files.readAllBytes(journal);
        for (int i = 3 * MIB; i < 4 * MIB; i++) content[i] = (byte) i;
        Files.write(journal, content);
        Path kept = DamagedSegments.keep(journal, Set.of(2, 7), directory);
        assertThat(kept).isEqualTo(directory.resolve("damaged"));
        Path third = kept.resolve("opening-0-slot-2.bin");
        assertThat(third).hasBinaryContent(Arrays.copyOfRange(content, 3 * MIB, 4 * MIB));
        assertThat(kept.resolve("opening-0-slot-7.bin"))
                .hasBinaryContent(Arrays.copyOfRange(content, 8 * MIB, 9 * MIB));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(third)))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> DamagedSegments.keep(journal, Set.of(8), directory))
                .isInstanceOf(EOFException.class);
    }
}
