// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolatileStorageTest {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @TempDir Path root;

    /** Describes the file system of the test's own directory. */
    private Optional<String> of(String type, String drive) throws IOException {
        long device = (long) Files.getAttribute(root, "unix:dev", new LinkOption[0]);
        String number = ((device >> 8) & 0xfff) + ":" + ((device & 0xff) | (device >> 12 & ~0xff));
        Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(
                root.resolve("proc/self/mountinfo"),
                "22 1 %s / /flash rw,noatime shared:1 - %s /dev/d rw\n".formatted(number, type));
        Path disk = Files.createDirectories(root.resolve("sys/devices").resolve(drive));
        Path part = Files.createDirectory(disk.resolve(drive + "p1"));
        Files.createFile(part.resolve("partition"));
        Files.createDirectories(root.resolve("sys/dev/block"));
        Files.createSymbolicLink(root.resolve("sys/dev/block").resolve(number), part);
        return VolatileStorage.of(root.resolve("no/such/journal"), root);
    }

    @ParameterizedTest
    @CsvSource({
        "tmpfs, d, tmpfs",
        "ramfs, d, ramfs",
        "ext4, zram0, zram0",
        "xfs, ram1, ram1",
        "ext4, nvme0n1,",
        "devtmpfs, d,",
        "xfs, ramp,"
    })
    void namesWhatKeepsAFutureJournalInMemory(String type, String drive, String expected)
            throws IOException {
        assertThat(of(type, drive)).isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void isEmptyWhereNothingIsKnown() {
        assertThat(VolatileStorage.of(root.resolve("journal"), root)).isEmpty();
    }

    @Test
    void knowsTheSharedMemoryOfThisMachine() throws IOException {
        assumeTrue(
                Files.isDirectory(SHARED_MEMORY)
                        && Files.getFileStore(SHARED_MEMORY).type().equals("tmpfs"));
        assertThat(VolatileStorage.of(SHARED_MEMORY.resolve("firesteel-no-such-journal")))
                .contains("tmpfs");
    }
}
