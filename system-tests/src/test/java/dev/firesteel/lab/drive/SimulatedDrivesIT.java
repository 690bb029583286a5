// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests drives as the kernel presents them. */
class SimulatedDrivesIT {
    private static final int BLOCK = 4096;
    private static final int CUTS = 5;
    private static final Duration STALL = Duration.ofMillis(400);

    @TempDir Path directory;
    private DriveSettings drive;

    @BeforeEach
    void create() throws IOException {
        DriveSupport.assume();
        directory = directory.toRealPath();
        Path image = directory.resolve("a.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(64 << 20);
        }
        drive = new DriveSettings("a", image.toString(), BLOCK, 0, false);
    }

    @AfterEach
    void leaveNothing() throws Exception {
        SimulatedDrives.clear(directory);
    }

    /** The durable writes are like the journal's: they bypass the page cache. */
    @Test
    void keepsADurableWriteThroughCutsAndNotOneThatWaitsInThePageCache() throws Exception {
        for (int cut = 1; cut <= CUTS; cut++) {
            try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, List.of(drive))) {
                Path device = bay.device("a");
                for (int block = 0; block < 10; block++) writeDurably(device, block, (byte) cut);
                try (FileChannel lazy = FileChannel.open(device, StandardOpenOption.WRITE)) {
                    lazy.write(block((byte) cut), 20L * BLOCK);
                    bay.cut(cut);
                    bay.powerOff();
                }
            }
            byte[] image = Files.readAllBytes(Path.of(drive.image()));
            assertThat(Arrays.copyOf(image, 10 * BLOCK)).containsOnly((byte) cut);
            assertThat(Arrays.copyOfRange(image, 20 * BLOCK, 21 * BLOCK)).containsOnly((byte) 0);
        }
    }

    @Test
    void letsFileSystemsRecoverAndLeavesNothingBehind() throws Exception {
        SimulatedDrives.makeFileSystem(drive);
        Path mount = directory.resolve("mount");
        for (int cut = 1; cut <= CUTS; cut++) {
            try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, List.of(drive))) {
                bay.mount("a", mount);
                for (int i = 1; i < cut; i++)
                    assertThat(mount.resolve("file-" + i)).hasContent("kept");
                Files.writeString(
                        mount.resolve("file-" + cut),
                        "kept",
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.SYNC);
                Files.writeString(mount.resolve("lost-" + cut), "lost");
                bay.cut(cut);
            }
            assertThat(MountTable.below(directory).isEmpty()).isTrue();
        }
    }

    @Test
    void unmountsNothingOfItsUsers() throws Exception {
        Path outer = Files.createDirectories(directory.resolve("outer"));
        mountMemory(outer); // the campaign's directory
        Path other = Files.createDirectories(outer.resolve("other"));
        mountMemory(other);
        try {
            SimulatedDrives.clear(outer);
            assertThat(Files.readString(Path.of("/proc/self/mounts")))
                    .contains(" " + outer + " tmpfs ", " " + other + " tmpfs ");
        } finally {
            ShellCommand.run("umount", other.toString());
            ShellCommand.run("umount", outer.toString());
        }
    }

    private static void mountMemory(Path at) throws IOException, InterruptedException {
        ShellCommand.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", at.toString());
    }

    @Test
    void failsWhatWaitsOnceThePowerIsOff() throws Exception {
        try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, List.of(drive))) {
            bay.cut(1);
            bay.powerOff();
            Path device = bay.device("a");
            assertThatThrownBy(() -> writeDurably(device, 0, (byte) 1))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void answersAfterAStall() throws Exception {
        try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, List.of(drive))) {
            bay.stall(STALL);
            long began = System.nanoTime();
            writeDurably(bay.device("a"), 0, (byte) 1);
            // The drives' process may have begun to stall before the clock was read.
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isGreaterThan(STALL.dividedBy(2));
        }
    }

    @Test
    void acknowledgesNothingInAStallThatEndsWithTheCut() throws Exception {
        try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, List.of(drive))) {
            Path device = bay.device("a");
            writeDurably(device, 0, (byte) 1);
            bay.stall(Duration.ofHours(1));
            CompletableFuture<Throwable> failure =
                    CompletableFuture.supplyAsync(
                            () -> catchThrowable(() -> writeDurably(device, 1, (byte) 1)));
            assertThatThrownBy(() -> failure.get(STALL.toMillis(), TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            bay.cut(1);
            bay.powerOff();
            assertThat(failure.get(1, TimeUnit.MINUTES)).isInstanceOf(IOException.class);
        }
        assertThat(Files.readAllBytes(Path.of(drive.image()))).startsWith(new byte[] {1, 1, 1});
    }

    private static void writeDurably(Path device, int block, byte content) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        device,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DSYNC,
                        ExtendedOpenOption.DIRECT)) {
            channel.write(block(content), (long) block * BLOCK);
        }
    }

    private static ByteBuffer block(byte content) {
        ByteBuffer block = ByteBuffer.allocateDirect(2 * BLOCK).alignedSlice(BLOCK).limit(BLOCK);
        for (int i = 0; i < BLOCK; i++) block.put(i, content);
        return block;
    }
}
