// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemFilesTest {
    private static final String MOUNTS =
            """
            27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
            30 27 0:30 / /dev/shm rw,nosuid shared:2 - tmpfs tmpfs rw,size=24684084k
            40 27 7:1 / /mnt/a\\040b rw - ext4 /dev/loop1 rw,nobarrier
            41 27 259:1 / /flash rw master:1 - ext4 /dev/nvme0n1p1 rw
            42 41 259:2 / /flash ro - xfs /dev/nvme0n1p2 rw
            nonsense
            43 27 0:44 / /remote rw - fuse.sshfs host:/ rw""";

    @TempDir Path root;
    FedSystem system;

    @BeforeEach
    void feed() throws IOException {
        system = new FedSystem(root).file("proc/self/mountinfo", MOUNTS);
    }

    @ParameterizedTest
    @CsvSource({
        "/, ext4, 254:0",
        "/flashy, ext4, 254:0",
        "/dev/shm/x, tmpfs, 0:30",
        "/mnt/a b/c, ext4, 7:1",
        "/flash/journal, xfs, 259:2",
        "/remote, fuse.sshfs, 0:44"
    })
    void findTheFileSystemOfAPath(String path, String type, String number) {
        Mount mount = Mount.of(system.files(), Path.of(path)).orElseThrow();
        assertThat(mount.type()).isEqualTo(type);
        assertThat(mount.number()).isEqualTo(number);
    }

    @Test
    void readTheOptionsOfTheMountAndOfTheFileSystem() {
        assertThat(mount("/mnt/a b").hasNoBarrier()).isTrue();
        assertThat(mount("/").hasNoBarrier()).isFalse();
        assertThat(mount("/flash").options()).contains("ro", "rw");
        assertThat(mount("/dev/shm").isInMemory()).isTrue();
        assertThat(mount("/remote").isRemote()).isTrue();
    }

    private Mount mount(String path) {
        return Mount.of(system.files(), Path.of(path)).orElseThrow();
    }

    @Test
    void nameTheUserThatAsks() {
        system.file("etc/passwd", "root:x:0:0::/root:/bin/sh\ncassandra:x:112:118::/:/bin/false");
        assertThat(user("0")).isEqualTo(new User("root", true));
        assertThat(user("112")).isEqualTo(new User("cassandra", false));
        assertThat(user("7")).isEqualTo(new User("user 7", false));
    }

    /**
     * Returns the user of a process with this effective identifier; the real one does not count.
     */
    private User user(String effective) {
        system.file("proc/self/status", "Name:\tjava\nUid:\t1\t" + effective + "\t1\t1");
        return User.of(system.files());
    }

    @Test
    void countTheFlushesOfADriveWhereTheKernelDoes() {
        Drive drive = system.drive("nvme0n1", Fed.HONEST);
        assertThat(drive.flushes()).isEqualTo(-1);
        system.file("sys/devices/nvme0n1/stat", "   1 2 3 4 5 6 7 8 9 10 11");
        assertThat(drive.flushes()).isEqualTo(-1);
        system.file("sys/devices/nvme0n1/stat", "   1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17");
        assertThat(drive.flushes()).isEqualTo(16);
    }

    /** Such a file returns the whole number to the first read, and nothing afterwards. */
    @Test
    void readNumbersOfTheKernelWhole() throws IOException {
        Path file = Path.of("/proc/sys/vm/max_map_count");
        assumeTrue(Files.isReadable(file), "skipped: there is no " + file);
        byte[] bytes = new byte[100];
        try (InputStream in = Files.newInputStream(file)) {
            String number = new String(bytes, 0, in.read(bytes), StandardCharsets.UTF_8).strip();
            assertThat(new SystemFiles(Path.of("/")).text("proc/sys/vm/max_map_count"))
                    .hasValue(number);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0B", "4096, 4KiB", "1610612736, 1.5GiB", "269484032, 257MiB"})
    void writeBytesAsPeopleDo(long bytes, String text) {
        assertThat(Quantity.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"85400, 85.4us", "100000, 100us", "1250000, 1.25ms", "1000000, 1ms", "3e9, 3s"})
    void writeTimesAsPeopleDo(double nanos, String text) {
        assertThat(Quantity.time((long) nanos)).isEqualTo(text);
    }
}
