// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests drives that take the time of a model, as the kernel presents them. */
class LiveDriveIT {
    private static final int PAGE = 4096;
    private static final long BYTES = 1L << 30;
    private static final int WRITTEN = 64 << 20;
    private static final int FILES = 40;

    @TempDir Path directory;

    @BeforeEach
    void create() throws IOException {
        DriveSupport.assume();
        directory = directory.toRealPath();
    }

    @AfterEach
    void leaveNothing() throws Exception {
        SimulatedDrives.clear(directory);
    }

    private List<DriveSettings> drives(DriveModel model) throws IOException {
        Path image = directory.resolve("a.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(BYTES);
        }
        return List.of(new DriveSettings("a", image.toString(), PAGE, 0, false, null, model));
    }

    @Test
    void aDiskTakesItsTimeAndReordersItsQueue() throws Exception {
        List<DriveSettings> drives = drives(new DriveModel("disk7k", null, null, 1, 16, 1));
        try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, drives)) {
            assertThat(bay.startClocks()).isPositive();
            double one = readMicros(bay.device("a"), 1, 100);
            LiveReport.Live alone = bay.report().drives().get(0);
            assertThat(alone.reads().count()).isEqualTo(100);
            assertThat(alone.reads().mean()).isBetween(4_000.0, 7_000.0);
            assertThat(one).isGreaterThan(Objects.requireNonNull(alone.reads().mean()));
            double many = readMicros(bay.device("a"), 16, 800);
            assertThat(one / many).isGreaterThan(2);
        }
    }

    @Test
    void aFlashDriveReadsInParallelAndCountsWhatIsWritten() throws Exception {
        List<DriveSettings> drives = drives(new DriveModel("mlc", null, null, 1, 16, 100));
        try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, drives)) {
            write(bay.device("a"), WRITTEN);
            bay.startClocksUnchecked();
            write(bay.device("a"), WRITTEN / 2);
            double one = readMicros(bay.device("a"), 1, 100);
            double many = readMicros(bay.device("a"), 16, 800);
            LiveReport.Live live = bay.report().drives().get(0);
            assertThat(one / many).isGreaterThan(4);
            assertThat(live.reads().p50()).isBetween(35.0, 60.0);
            assertThat(live.hostPages()).isEqualTo(WRITTEN / 2 / PAGE);
            assertThat(live.writeAmplification()).isEqualTo(1);
        }
    }

    /** Files are deleted meanwhile, and their blocks trimmed; the others stay as they were. */
    @Test
    void aFileSystemKeepsItsFilesOnAFlashDrive() throws Exception {
        List<DriveSettings> drives = drives(new DriveModel("slc", null, null, 1, 16, 50));
        SimulatedDrives.makeFileSystem(drives.get(0));
        Path mount = directory.resolve("node1");
        try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, drives)) {
            bay.mount("a", mount);
            bay.startClocksUnchecked();
            for (int i = 0; i < FILES; i++) Files.write(mount.resolve("" + i), content(i));
            ShellCommand.run("sync", "-f", mount.toString());
            for (int i = 0; i < FILES; i += 2) Files.delete(mount.resolve("" + i));
            for (int i = 0; i < FILES; i += 4) Files.write(mount.resolve("" + i), content(-i));
            LiveReport.Live live = bay.report().drives().get(0);
            assertThat(live.hostPages()).isBetween(FILES * 256L, 2 * FILES * 256L);
            assertThat(live.flushes().count()).isPositive();
            bay.shutDown();
        }
        assertThat(MountTable.below(directory).isEmpty()).isTrue();
        assertThat(mount).isEmptyDirectory();
        try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, drives)) {
            bay.mount("a", mount);
            for (int i = 0; i < FILES; i++)
                if (i % 4 == 2) assertThat(mount.resolve("" + i)).doesNotExist();
                else
                    assertThat(Files.readAllBytes(mount.resolve("" + i)))
                            .isEqualTo(content(i % 4 == 0 ? -i : i));
        }
    }

    private static byte[] content(int seed) {
        byte[] bytes = new byte[1 << 20];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }

    private static void write(Path device, int bytes) throws IOException {
        ByteBuffer data = ByteBuffer.allocateDirect(1 << 20);
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.WRITE)) {
            for (int done = 0; done < bytes; done += data.capacity())
                channel.write(data.clear(), done);
            channel.force(true);
        }
    }

    /** Returns the time of all reads, divided by their number. */
    private static double readMicros(Path device, int threads, int reads) throws Exception {
        ExecutorService readers = Executors.newFixedThreadPool(threads);
        long start = System.nanoTime();
        List<Future<@Nullable Void>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int seed = i;
            all.add(
                    readers.submit(
                            () -> {
                                read(device, new SplittableRandom(seed), reads / threads);
                                return null;
                            }));
        }
        for (Future<@Nullable Void> each : all) each.get();
        readers.shutdown();
        return (System.nanoTime() - start) / 1e3 / (reads / threads * threads);
    }

    private static void read(Path device, SplittableRandom random, int reads) throws IOException {
        ByteBuffer target = ByteBuffer.allocateDirect(2 * PAGE).alignedSlice(PAGE);
        try (FileChannel channel =
                FileChannel.open(device, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            for (int i = 0; i < reads; i++)
                channel.read(
                        target.clear().limit(PAGE), random.nextInt(WRITTEN / PAGE) * (long) PAGE);
        }
    }

    /** Each write is held for some milliseconds, so that a cut finds writes in the model. */
    @Test
    void keepsWhatWasAcknowledgedThroughACut() throws Exception {
        List<DriveSettings> drives = drives(new DriveModel("disk7k", null, 0, 1, 16, 1));
        Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, drives)) {
            bay.startClocksUnchecked();
            for (int i = 0; i < 8; i++) {
                int first = i * 1_000;
                writers.add(
                        CompletableFuture.runAsync(
                                () -> writeUntilItFails(bay.device("a"), first, acknowledged)));
            }
            await().until(() -> acknowledged.size() > 50);
            bay.cut(1);
            bay.powerOff();
            for (CompletableFuture<Void> writer : writers) writer.get(1, TimeUnit.MINUTES);
        }
        try (FileChannel image = FileChannel.open(Path.of(drives.get(0).image()))) {
            for (int block : acknowledged) {
                ByteBuffer read = ByteBuffer.allocate(PAGE);
                image.read(read, (long) block * PAGE);
                assertThat(read.getInt(0)).isEqualTo(block + 1);
            }
        }
    }

    /** Writes one block after the other, durably. */
    private static void writeUntilItFails(Path device, int first, Set<Integer> acknowledged) {
        ByteBuffer block = ByteBuffer.allocateDirect(2 * PAGE).alignedSlice(PAGE);
        try (FileChannel channel =
                FileChannel.open(
                        device,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DSYNC,
                        ExtendedOpenOption.DIRECT)) {
            for (int at = first; at < first + 1_000; at++) {
                block.clear().limit(PAGE).putInt(0, at + 1);
                channel.write(block, (long) at * PAGE);
                acknowledged.add(at);
            }
        } catch (IOException e) {
            // The power is off.
        }
    }

    @Test
    void refusesADriveThatThisMachineIsTooSlowFor() throws Exception {
        DriveModel flash = new DriveModel("slc", null, null, 1, 16, 1);
        List<DriveSettings> drives = drives(flash);
        try (SimulatedDrives bay = SimulatedDrives.powerOn(directory, drives)) {
            assertThatThrownBy(() -> bay.startClocks())
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching(
                            "this machine takes .* slc takes 125 us .* dilation=[0-9]+");
        }
    }
}
