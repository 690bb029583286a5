// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchDiskTest {
    private static final long BYTES = 32 << 20;
    private static final int PIECE = 1 << 20;
    private static final Path THROTTLE =
            Path.of("/sys/fs/cgroup/blkio/blkio.throttle.write_bps_device");

    @TempDir Path directory;
    private ScratchDisk disk;

    @BeforeEach
    void mount() throws IOException {
        assumeTrue(
                "root".equals(System.getProperty("user.name")), // owns settings
                "skipped: only root can mount");
        disk = open();
        disk.mount(BYTES);
    }

    @AfterEach
    void unmount() throws IOException {
        disk.unmount();
        assertThat(mounts()).doesNotContain(directory.toString());
        assertThat(Command.of("losetup", "--all").run()).doesNotContain(directory.toString());
    }

    private ScratchDisk open() {
        return new ScratchDisk(directory.resolve("image"), directory.resolve("disk"));
    }

    private static String mounts() throws IOException {
        return Files.readString(Path.of("/proc/mounts"));
    }

    @Test
    void isFullUntilItIsFreed() throws IOException {
        disk.fill();
        assertThat(disk.freeBytes()).isZero();
        disk.free();
        assertThat(disk.freeBytes()).isGreaterThan(BYTES / 2);
    }

    @Test
    void isFoundAgainWithWhatItHolds() throws IOException {
        Files.writeString(disk.mountPoint().resolve("file"), "kept");
        disk.fill();
        ScratchDisk again = open(); // as after a killed campaign: still mounted, still full
        again.mount(BYTES);
        disk = again;
        assertThat(disk.mountPoint().resolve("file")).hasContent("kept");
        assertThat(disk.freeBytes()).isPositive();
    }

    /** Otherwise the next user of the loop device would get the limit. */
    @Test
    void whatACampaignThatWasKilledHasSlowedDownIsAsFastAsBefore() throws IOException {
        assumeTrue(Files.isWritable(THROTTLE), "skipped: no blkio of cgroup v1 here");
        disk.throttle(PIECE);
        assertThat(THROTTLE).content().contains(" " + PIECE + "\n");
        ScratchDisk again = open();
        again.mount(BYTES);
        disk = again;
        assertThat(THROTTLE).content().doesNotContain(" " + PIECE + "\n");
    }

    @Test
    void whatACampaignThatWasKilledHasLeftGoesAlsoWhereNoFaultNeedsIt() throws IOException {
        ScratchDisk left =
                new ScratchDisk(
                        directory.resolve("data-disk.image"), directory.resolve("data-disk"));
        left.mount(BYTES);
        Files.writeString(left.mountPoint().resolve("file"), "kept");
        try (ScratchDisks disks = ScratchDisks.mount(directory, List.of(), 0)) {
            assertThat(disks.dataDirectory()).isEmpty();
            assertThat(mounts()).doesNotContain(left.mountPoint().toString());
        }
        left.mount(BYTES);
        assertThat(left.mountPoint().resolve("file")).hasContent("kept");
        left.unmount();
    }

    @Test
    void isAsSlowAsItIsToldToBe() throws IOException {
        assumeTrue(Files.isWritable(THROTTLE), "skipped: no blkio of cgroup v1 here");
        disk.throttle(PIECE);
        long start = System.nanoTime(); // owns clock
        write(2 * PIECE);
        assertThat(System.nanoTime() - start).isGreaterThan(1_000_000_000); // owns clock
        disk.throttle(0);
    }

    private void write(int bytes) throws IOException {
        try (FileChannel file =
                FileChannel.open(
                        disk.mountPoint().resolve("slow"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            ByteBuffer content = ByteBuffer.allocate(bytes);
            while (content.hasRemaining()) file.write(content);
            file.force(true);
        }
    }
}
