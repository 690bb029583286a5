// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalRenewalTest {
    private static final int SEGMENT_BYTES = 256 << 10;
    private static final int FILE_BYTES = (1 << 20) + 8 * SEGMENT_BYTES;
    private static final int DEVICE_BYTES = 16 << 20;

    @TempDir Path directory = Path.of("");

    @Test
    void makesAJournalWhereThereIsNone() throws IOException {
        Path file = directory.resolve("journal");
        renew(file, FILE_BYTES, journal -> false);
        assertThat(JournalReader.inspect(file).slots()).isEqualTo(8);
    }

    @Test
    void makesAJournalOfABlankFile() throws IOException {
        Path file = directory.resolve("journal");
        Files.write(file, new byte[1 << 20]);
        renew(file, FILE_BYTES, journal -> false);
        assertThat(JournalReader.inspect(file).slots()).isEqualTo(8);
    }

    @Test
    void emptiesAJournalInAFileThatMayGo() throws IOException {
        Path file = directory.resolve("journal");
        renew(file, FILE_BYTES, journal -> false);
        write(file);
        JournalInfo before = JournalReader.inspect(file);
        renew(file, FILE_BYTES, journal -> journal.equals(before));
        assertEmptied(file, before);
    }

    @Test
    void emptiesAJournalOnADeviceThatMayGo() throws IOException {
        try (LoopDevice loop = LoopDevice.create(directory.resolve("backing"), DEVICE_BYTES, 512)) {
            renew(loop.path(), 0, journal -> false);
            write(loop.path());
            JournalInfo before = JournalReader.inspect(loop.path());
            renew(loop.path(), 0, journal -> journal.equals(before));
            assertEmptied(loop.path(), before);
        }
    }

    @Test
    void leavesAJournalThatMayNotGoAsItIs() throws IOException {
        Path file = directory.resolve("journal");
        renew(file, FILE_BYTES, journal -> false);
        write(file);
        assertRefusedUntouched(file, "is a journal of test, and 1 of its segments are in use");
    }

    @Test
    void leavesWhatIsNoJournalAsItIs() throws IOException {
        Path file = directory.resolve("notes");
        Files.writeString(file, "dear diary" + " ".repeat((1 << 20) - 10));
        assertRefusedUntouched(file, "does not hold a Firesteel journal, but something else");
    }

    @Test
    void leavesAJournalThatIsInUseAsItIs() throws IOException {
        Path file = directory.resolve("journal");
        renew(file, FILE_BYTES, journal -> false);
        try (Journal open = open(file)) {
            assertThatThrownBy(() -> renew(file, FILE_BYTES, journal -> true))
                    .isInstanceOf(DeviceRefusedException.class)
                    .hasMessageContaining("in use");
            assertThat(open.segments()).hasSize(1);
        }
    }

    @Test
    void leavesAJournalAsItIsWhereTheNewOneWouldNotFit() throws IOException {
        Path file = directory.resolve("journal");
        renew(file, FILE_BYTES, journal -> false);
        write(file);
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> renew(file, SEGMENT_BYTES, journal -> true))
                .isInstanceOf(DeviceRefusedException.class)
                .hasMessageContaining("too small");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    private static void assertRefusedUntouched(Path file, String message) throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> renew(file, FILE_BYTES, journal -> false))
                .isInstanceOf(DeviceRefusedException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(message);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    private static void assertEmptied(Path path, JournalInfo before) throws IOException {
        JournalInfo after = JournalReader.inspect(path);
        assertThat(before.segments()).isNotEmpty();
        assertThat(after.segments()).isEmpty();
        assertThat(after.owner()).isNull();
        assertThat(after.journalId()).isNotEqualTo(before.journalId());
        try (Journal open = open(path)) {
            assertThat(open.segments()).noneMatch(SegmentInfo::recovered);
        }
    }

    private static void renew(Path path, long bytes, Predicate<JournalInfo> expendable)
            throws IOException {
        new JournalRenewal(new JournalFormat(bytes, SEGMENT_BYTES, 28, 12), expendable)
                .write(path, (written, of) -> {});
    }

    private static void write(Path path) throws IOException {
        try (Journal journal = open(path)) {
            journal.endRecovery();
            journal.append(java.nio.ByteBuffer.wrap(new byte[] {1, 2, 3}), (segment, start) -> {});
        }
    }

    private static Journal open(Path path) throws IOException {
        return Journal.open(path, JournalFixture.options(1), JournalListener.none());
    }
}
