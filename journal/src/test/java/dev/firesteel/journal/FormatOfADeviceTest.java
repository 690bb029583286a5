// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.SEGMENT_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormatOfADeviceTest {
    private static final int MIB = 1 << 20;
    private static final int BOOKKEEPING_WRITES = 2 * 8;
    private static final int SUPERBLOCK_WRITES = 4;
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1234));

    @TempDir Path directory = Path.of("");

    private final List<Long> progress = new ArrayList<>();

    private void format(BlockDevice device, long sizeBytes) throws IOException {
        new JournalFormat(sizeBytes, SEGMENT_BYTES, 28, 12)
                .write(device, CLOCK, (bytes, of) -> progress.add(bytes));
    }

    private static FaultyBlockDevice device(long bytes, boolean isFile) {
        return new FaultyBlockDevice(512, bytes, isFile, 1);
    }

    @Test
    void aFileIsWrittenWholeSoThatLaterWritesTouchNoMetadata() throws IOException {
        long bytes = MIB + 8L * SEGMENT_BYTES;
        FaultyBlockDevice file = device(bytes, true);
        format(file, bytes);
        assertThat(file.writes()).isEqualTo(2 + BOOKKEEPING_WRITES + SUPERBLOCK_WRITES);
        assertThat(progress).containsExactly(0L, (long) MIB, bytes);
    }

    @Test
    void aFileOfWholePiecesIsWrittenOnce() throws IOException {
        FaultyBlockDevice file = device(2 * MIB, true);
        format(file, 2 * MIB);
        assertThat(file.writes()).isEqualTo(2 + 2 * 64 + SUPERBLOCK_WRITES);
        assertThat(progress).containsExactly(0L, (long) MIB, 2L * MIB);
    }

    @Test
    void ofABlockDeviceOnlyBookkeepingAndSuperblocksAreWritten() throws IOException {
        FaultyBlockDevice raw = device(MIB + 8L * SEGMENT_BYTES, false);
        format(raw, 0);
        assertThat(raw.writes()).isEqualTo(BOOKKEEPING_WRITES + SUPERBLOCK_WRITES);
        Superblock superblock = Superblocks.read(raw).superblock();
        assertThat(superblock.slots()).isEqualTo(8);
        assertThat(superblock.generation()).isEqualTo(1);
        assertThat(superblock.ownerId()).isNull();
        assertThat(superblock.epoch()).isZero();
        assertThat(superblock.createdMillis()).isEqualTo(1234);
        assertThat(superblock.positionBase()).isEqualTo(28);
        assertThat(superblock.positionOverhead()).isEqualTo(12);
    }

    @Test
    void aPartOfABlockDeviceCanBeUsedButNotMoreThanThereIs() throws IOException {
        long bytes = MIB + 9L * SEGMENT_BYTES;
        FaultyBlockDevice raw = device(bytes, false);
        assertThatThrownBy(() -> format(raw, bytes + 1))
                .isInstanceOf(DeviceRefusedException.class)
                .hasMessage(
                        "memory has %d bytes, which is less than the size asked for, %d",
                        bytes, bytes + 1);
        assertThat(raw.writes()).isZero();
        format(raw, MIB + 8L * SEGMENT_BYTES);
        assertThat(Superblocks.read(raw).superblock().slots()).isEqualTo(8);
        FaultyBlockDevice whole = device(bytes, false);
        format(whole, bytes);
        assertThat(Superblocks.read(whole).superblock().slots()).isEqualTo(9);
    }

    @Test
    void aLargerFileThanAskedForIsRefused() {
        FaultyBlockDevice file = device(3 * MIB, true);
        assertThatThrownBy(() -> format(file, 2 * MIB))
                .isInstanceOf(DeviceRefusedException.class)
                .hasMessage(
                        "memory exists with %d bytes, which is more than the size asked for, %d:"
                                + " remove it, or give its size",
                        3 * MIB, 2 * MIB);
        assertThat(file.writes()).isZero();
    }

    @Test
    void whatIsNotBlankIsRefusedWithWhatToDo() {
        FaultyBlockDevice file = device(2 * MIB, true);
        file.rot(700_000, 1);
        assertThatThrownBy(() -> format(file, 2 * MIB))
                .hasMessage(
                        "memory is not blank: byte 700000 is not zero. If nothing on it is needed any"
                                + " more, remove the file");
        FaultyBlockDevice raw = device(2 * MIB, false);
        raw.rot(700_000, 1);
        assertThatThrownBy(() -> format(raw, 0))
                .hasMessage(
                        "memory is not blank: byte 700000 is not zero. If nothing on it is needed any"
                                + " more, overwrite its first and last mebibyte with zeros");
    }

    @Test
    void aFileThatDoesNotExistNeedsASize() {
        Path file = directory.resolve("journal");
        assertThatThrownBy(
                        () ->
                                new JournalFormat(0, SEGMENT_BYTES, 28, 12)
                                        .write(file, (bytes, of) -> {}))
                .isInstanceOf(DeviceRefusedException.class)
                .hasMessage(file + " does not exist; to create a file, give its size (--size)");
        assertThat(file).doesNotExist();
    }

    @Test
    void aFileThatExistsNeedsASizeTooForAFileGrows() throws IOException {
        Path file = Files.write(directory.resolve("journal"), new byte[2 * MIB]);
        assertThatThrownBy(
                        () -> new JournalFormat(0, 64 << 10, 28, 12).write(file, (bytes, of) -> {}))
                .isInstanceOf(DeviceRefusedException.class)
                .hasMessage(
                        "a journal of 0 bytes is too small: it needs at least 1572864 bytes for 8"
                                + " segments of 65536 bytes");
    }

    @Test
    void aFileThatExistsAndIsRefusedStays() throws IOException {
        Path file = directory.resolve("journal");
        Files.write(file, new byte[4 * MIB]);
        assertThatThrownBy(
                        () ->
                                new JournalFormat(2 * MIB, 64 << 10, 28, 12)
                                        .write(file, (bytes, of) -> {}))
                .hasMessageContaining("exists with 4194304 bytes");
        assertThat(file).hasSize(4 * MIB);
    }

    @Test
    void aFormatThatFailsHalfwayRemovesTheFileThatItMadeAndNoOther() throws IOException {
        Path made = directory.resolve("made");
        JournalFormat format = new JournalFormat(2 * MIB, 64 << 10, 28, 12);
        assertThatThrownBy(() -> format.write(made, (bytes, of) -> fail(bytes)))
                .isInstanceOf(JournalException.class)
                .hasMessage("cannot format " + made + ": the drive is gone");
        assertThat(made).doesNotExist();
        Path found = Files.write(directory.resolve("found"), new byte[4096]);
        assertThatThrownBy(() -> format.write(found, (bytes, of) -> fail(bytes)))
                .hasMessage("cannot format " + found + ": the drive is gone");
        assertThat(found).exists();
    }

    /** Throws a checked exception in the middle of the format, as a failing drive does. */
    private static void fail(long bytes) {
        if (bytes > 0)
            FormatOfADeviceTest.<RuntimeException>raise(new IOException("the drive is gone"));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void raise(Exception exception) throws E {
        throw (E) exception;
    }
}
