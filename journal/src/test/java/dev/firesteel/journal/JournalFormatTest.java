// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFormatTest {
    @TempDir Path directory = Path.of("");

    private static final int SEGMENT_BYTES = 256 << 10;
    private static final JournalFormat FORMAT =
            new JournalFormat((1 << 20) + 8L * SEGMENT_BYTES, SEGMENT_BYTES, 28, 12);

    @Test
    void aMissingFileIsCreatedForItsOwnerOnlyAndFullyWritten() throws IOException {
        Path file = directory.resolve("journal");
        List<Long> progress = new ArrayList<>();
        FORMAT.write(file, (bytes, of) -> progress.add(bytes));
        assertThat(Files.size(file)).isEqualTo(FORMAT.sizeBytes());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(progress).isSorted().last().isEqualTo(FORMAT.sizeBytes());
        JournalInfo info = JournalReader.inspect(file);
        assertThat(info.slots()).isEqualTo(8);
        assertThat(info.segmentBytes()).isEqualTo(SEGMENT_BYTES);
        assertThat(info.owner()).isNull();
        assertThat(info.intactSuperblocks()).isEqualTo(JournalInfo.SUPERBLOCK_COPIES);
        assertThat(info.segments()).isEmpty();
    }

    @Test
    void aFileThatHoldsAnythingIsRefusedAndNotTouched() throws IOException {
        Path file = directory.resolve("notes");
        Files.writeString(file, "dear diary" + " ".repeat(8192 - 10));
        byte[] before = Files.readAllBytes(file);
        assertRefused(file, DeviceRefusedException.Reason.FOREIGN, "is not blank: byte 0");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void aFileOfAFewBytesIsRefusedAndNotTouched() throws IOException {
        for (int size : new int[] {1, 3, 511, 4095, 4097, (1 << 20) + 1}) {
            Path file = directory.resolve("small" + size);
            byte[] content = new byte[size];
            content[size - 1] = 'x';
            Files.write(file, content);
            assertRefused(file, DeviceRefusedException.Reason.FOREIGN, "is not blank");
            assertThat(Files.readAllBytes(file)).isEqualTo(content);
        }
    }

    @Test
    void aFileWithAByteInItsMiddleIsRefusedAndNotTouched() throws IOException {
        Path file = directory.resolve("middle");
        byte[] content = new byte[3 << 20];
        content[(3 << 19) + 17] = 1;
        Files.write(file, content);
        assertRefused(
                file,
                DeviceRefusedException.Reason.FOREIGN,
                "is not blank: byte " + ((3 << 19) + 17));
        assertThat(Files.readAllBytes(file)).isEqualTo(content);
    }

    @Test
    void aJournalIsNotFormattedAgain() throws IOException {
        Path file = directory.resolve("journal");
        FORMAT.write(file, (bytes, of) -> {});
        byte[] before = Files.readAllBytes(file);
        assertRefused(
                file,
                DeviceRefusedException.Reason.FOREIGN,
                "it is a journal, without writes. If nothing on it is needed any more, remove the"
                        + " file");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        try (Journal open = Journal.open(file, JournalFixture.options(1), JournalListener.none())) {
            open.append(ByteBuffer.wrap(new byte[9]), (segment, start) -> {});
        }
        before = Files.readAllBytes(file);
        assertRefused(
                file,
                DeviceRefusedException.Reason.FOREIGN,
                "it is the journal of "
                        + JournalFixture.OWNER.name()
                        + ", and 1 of its segments may hold writes that are in no"
                        + " SSTable: start that node with Firesteel, and drain it");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void anInterruptedFormatLeavesAFileThatCanBeFormatted() throws IOException {
        Path file = directory.resolve("journal");
        Files.write(file, new byte[1 << 20]);
        FORMAT.write(file, (bytes, of) -> {});
        assertThat(JournalReader.inspect(file).slots()).isEqualTo(8);
    }

    /** Only a new name must become durable; the directory of an existing file does not matter. */
    @Test
    void aFileThatIsThereMayHaveANameInADirectoryThatIsNotOnADisk() throws IOException {
        Path file = directory.resolve("journal");
        Files.write(file, new byte[1 << 20]);
        try (FileChannel open = FileChannel.open(file)) {
            FORMAT.write(descriptorOf(file), (bytes, of) -> {});
            assertThat(open.size()).isEqualTo(FORMAT.sizeBytes());
        }
        assertThat(JournalReader.inspect(file).slots()).isEqualTo(8);
    }

    /** Returns the path of the file among the open files of this process. */
    private static Path descriptorOf(Path file) throws IOException {
        Path real = file.toRealPath();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(each -> real.equals(target(each))).findFirst().orElseThrow();
        }
    }

    private static @Nullable Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException e) {
            return null; // closed since it was listed
        }
    }

    @Test
    void tooFewSegmentsAreRefusedAndNoFileIsLeft() {
        Path file = directory.resolve("journal");
        assertThatThrownBy(
                        () ->
                                new JournalFormat(
                                                (1 << 20) + 7L * SEGMENT_BYTES,
                                                SEGMENT_BYTES,
                                                28,
                                                12)
                                        .write(file, (bytes, of) -> {}))
                .isInstanceOf(DeviceRefusedException.class)
                .hasMessageContaining("too small")
                .hasMessageContaining("at least " + ((1 << 20) + 8 * SEGMENT_BYTES));
        assertThat(file).doesNotExist();
    }

    @Test
    void anOddSegmentSizeIsRefused() {
        FaultyBlockDevice device = new FaultyBlockDevice(4096, 64 << 20, false, 1);
        assertThatThrownBy(
                        () ->
                                new JournalFormat(0, 100_000, 28, 12)
                                        .write(device, InstantSource.system(), (bytes, of) -> {}))
                .hasMessageContaining("100000 is not a multiple of the block size 4096");
    }

    @Test
    void aDirectoryAndAMissingDirectoryAreRefused() {
        assertRefused(directory, DeviceRefusedException.Reason.UNREACHABLE, "is a directory");
        assertRefused(
                directory.resolve("none/journal"),
                DeviceRefusedException.Reason.UNREACHABLE,
                "cannot create");
    }

    private static void assertRefused(
            Path path, DeviceRefusedException.Reason reason, String message) {
        assertThatThrownBy(() -> FORMAT.write(path, (bytes, of) -> {}))
                .isInstanceOfSatisfying(
                        DeviceRefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(path.toString())
                .hasMessageContaining(message);
    }
}
