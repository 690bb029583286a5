// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a drive that is given files, as the kernel presents it. */
class FileDriveIT {
    private static final int PAGE = 4_096;
    private static final int MIB = 1 << 20;
    private static final long BYTES = 512L * MIB;
    private static final int STEPS = 2_000;
    private static final int MOST_BYTES = 300_000;
    private static final int F_SET_RW_HINT = 1036;

    @TempDir Path directory;
    private Path mount = Path.of("");

    @BeforeEach
    void create() throws IOException {
        DriveSupport.assume();
        directory = directory.toRealPath();
        mount = directory.resolve("node1");
    }

    @AfterEach
    void leaveNothing() throws Exception {
        SimulatedDrives.clear(directory);
    }

    private SimulatedDrives powerOn(Placing placing, long bytes) throws Exception {
        DriveModel model = new DriveModel("tlc", null, null, 1, 16, 10);
        return SimulatedDrives.powerOnFiles(
                directory,
                List.of(
                        new FileDriveSettings(
                                "node1",
                                mount.toString(),
                                directory.resolve("node1.files").toString(),
                                bytes,
                                model,
                                placing)));
    }

    private static LiveReport.Live report(SimulatedDrives bay) throws Exception {
        return bay.report().drives().get(0);
    }

    /** A directory of this machine gets the same changes, and must stay the same. */
    @Test
    void filesAreAsThoseOfThisMachine() throws Exception {
        Path twin = Files.createDirectory(directory.resolve("twin"));
        SplittableRandom random = new SplittableRandom(1);
        try (SimulatedDrives bay = powerOn(Placing.LINUX4, BYTES)) {
            for (int i = 0; i < STEPS; i++) {
                if (i == STEPS / 3) bay.startClocksUnchecked();
                long seed = random.nextLong();
                assertThat(changed(mount, new SplittableRandom(seed)))
                        .as("step %d", i)
                        .isEqualTo(changed(twin, new SplittableRandom(seed)));
            }
            assertThat(contentOf(mount)).isEqualTo(contentOf(twin)).hasSizeGreaterThan(10);
            assertThat(report(bay).hostPages()).isPositive();
            assertThat(report(bay).flushes().count()).isPositive();
            bay.shutDown();
        }
        assertThat(MountTable.below(directory).isEmpty()).isTrue();
        assertThat(mount).isEmptyDirectory();
        try (SimulatedDrives bay = powerOn(Placing.NONE, BYTES)) {
            bay.startClocksUnchecked();
            assertThat(contentOf(mount)).isEqualTo(contentOf(twin)); // none of it is cached
            assertThat(report(bay).reads().count()).isGreaterThan(10);
            assertThat(report(bay).reads().mean()).isPositive();
        }
    }

    /** Makes a random change, and returns how it went. */
    private static String changed(Path root, SplittableRandom random) throws IOException {
        Path file = path(root, random);
        Path other = path(root, random);
        try {
            switch (random.nextInt(13)) {
                case 0 -> Files.createDirectories(file.resolveSibling("d" + random.nextInt(3)));
                case 1 -> Files.delete(file);
                case 2 -> Files.move(file, other);
                case 3 -> Files.move(file, other, StandardCopyOption.REPLACE_EXISTING);
                case 8 -> Files.move(file, other, StandardCopyOption.ATOMIC_MOVE);
                case 9 ->
                        Files.move(
                                file.getParent(),
                                root.resolve("d" + random.nextInt(3)),
                                StandardCopyOption.ATOMIC_MOVE);
                case 4 -> Files.createLink(other, file);
                case 5 -> truncate(file, random);
                case 6 -> Files.writeString(file, "" + random.nextInt());
                case 7 -> {
                    return Files.size(file) + " " + list(Objects.requireNonNull(file.getParent()));
                }
                default -> write(file, random);
            }
            return "done";
        } catch (IOException e) {
            return "refused";
        }
    }

    private static Path path(Path root, SplittableRandom random) {
        Path path = root;
        for (int depth = random.nextInt(3); depth > 0; depth--)
            path = path.resolve("d" + random.nextInt(3));
        return path.resolve("f" + random.nextInt(6));
    }

    private static List<String> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static void truncate(Path file, SplittableRandom random) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(random.nextInt(MOST_BYTES));
        }
    }

    /** Also deletes it while it is open, if drawn so. */
    private static void write(Path file, SplittableRandom random) throws IOException {
        byte[] data = new byte[random.nextInt(MOST_BYTES / 3)];
        random.nextBytes(data);
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            long at = random.nextInt(MOST_BYTES);
            channel.write(ByteBuffer.wrap(data), at);
            if (random.nextInt(4) == 0) channel.force(true);
            if (random.nextInt(8) == 0) Files.delete(file);
            ByteBuffer read = ByteBuffer.allocate(data.length);
            channel.read(read, at);
            if (!read.flip().equals(ByteBuffer.wrap(data)))
                throw new IllegalStateException(file + " does not have what was written");
        }
    }

    /** Returns the content of each file, and the number of its names. */
    private static Map<String, String> contentOf(Path root) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> !file.equals(root))
                    .forEach(file -> all.put("" + root.relativize(file), describe(file)));
        }
        return all;
    }

    private static String describe(Path file) {
        try {
            if (Files.isDirectory(file)) return "directory";
            return Files.getAttribute(file, "unix:nlink")
                    + " "
                    + List.of(
                            Files.size(file), ByteBuffer.wrap(Files.readAllBytes(file)).hashCode());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void dataGoesToTheStreamOfItsFile() throws Exception {
        try (SimulatedDrives bay = powerOn(Placing.LINUX4, BYTES)) {
            bay.startClocksUnchecked();
            for (int hint = 0; hint <= 5; hint++)
                writeHinted(mount.resolve("" + hint), hint, (hint + 1) * 10);
            assertThat(streamPages(bay)).containsExactly(30L, 30L, 40L, 50L, 60L);
            assertThat(report(bay).hostPages()).isEqualTo(210);
            Files.move(mount.resolve("5"), mount.resolve("6"));
            writeHinted(mount.resolve("6"), 5, 5);
            assertThat(streamPages(bay)).containsExactly(30L, 30L, 40L, 50L, 65L);
            await().atMost(Duration.ofSeconds(30))
                    .until(
                            () -> {
                                writeHinted(mount.resolve("6"), 2, 1); // a later hint counts, too
                                return pagesOf(bay, 1) > 30;
                            });
        }
    }

    private static long pagesOf(SimulatedDrives bay, int stream) throws Exception {
        return streamPages(bay).get(stream);
    }

    private static List<Long> streamPages(SimulatedDrives bay) throws Exception {
        return List.copyOf(Objects.requireNonNull(report(bay).streamPages()).values());
    }

    private static void writeHinted(Path file, long hint, int pages) throws IOException {
        writeHinted(file, hint, pages, () -> {});
    }

    private static void writeHinted(Path file, long hint, int pages, Runnable onHint)
            throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            setHint(file, hint);
            onHint.run();
            channel.write(ByteBuffer.allocate(pages * PAGE));
            channel.force(true);
        }
    }

    private static void setHint(Path file, long hint) {
        int descriptor = Libc.open(file.toString(), Libc.O_CLOEXEC);
        C.fcntl(
                descriptor,
                F_SET_RW_HINT,
                ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).putLong(0, hint));
        Libc.close(descriptor);
    }

    /** Bound on first use. */
    private static final class C {
        static {
            Native.register(C.class, Platform.C_LIBRARY_NAME);
        }

        private C() {}

        static native int fcntl(int descriptor, int command, ByteBuffer argument)
                throws LastErrorException;
    }

    /** A file of half the drive stays; beside it, small ones are written again and again. */
    @Test
    @Tag("full")
    void streamsKeepApartWhatDiesApart() throws Exception {
        double together = amplification(Placing.NONE);
        SimulatedDrives.clear(directory);
        double apart = amplification(Placing.LINUX4);
        assertThat(together).isGreaterThan(1.1);
        assertThat(apart).isBetween(1.0, 1.02);
    }

    private double amplification(Placing placing) throws Exception {
        try (SimulatedDrives bay = powerOn(placing, BYTES / 2)) {
            bay.startClocksUnchecked();
            for (int i = 0; i < 220; i++) {
                writeHinted(mount.resolve(placing + "cold" + i), 5, MIB / PAGE);
                writeHinted(mount.resolve(placing + "hot" + i % 10), 2, MIB / PAGE);
            }
            for (int i = 0; i < 220; i++)
                writeHinted(mount.resolve(placing + "hot" + i % 10), 2, MIB / PAGE);
            double all = Objects.requireNonNull(report(bay).writeAmplification());
            for (int i = 0; i < 220; i++) Files.delete(mount.resolve(placing + "cold" + i));
            bay.shutDown();
            return all;
        }
    }

    @Test
    void aFullDriveSaysSoAndKeepsWhatItHas() throws Exception {
        byte[] data = new byte[16 * MIB];
        new SplittableRandom(2).nextBytes(data);
        long size = BYTES / 4;
        try (SimulatedDrives bay = powerOn(Placing.NONE, size)) {
            bay.startClocksUnchecked();
            assertThat(Files.getFileStore(mount).getTotalSpace()).isEqualTo(size);
            List<Path> written = new ArrayList<>();
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 9; i++) {
                                    Path file = mount.resolve("" + i);
                                    try (FileChannel channel =
                                            FileChannel.open(
                                                    file,
                                                    StandardOpenOption.CREATE,
                                                    StandardOpenOption.WRITE)) {
                                        channel.write(ByteBuffer.wrap(data));
                                        channel.force(true);
                                    }
                                    written.add(file);
                                }
                            })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left");
            assertThat(written).hasSize(8);
            assertThat(Files.getFileStore(mount).getUsableSpace()).isZero();
            for (Path file : written) assertThat(file).hasBinaryContent(data);
            Files.delete(mount.resolve("8"));
            Files.delete(written.get(0));
            Files.write(mount.resolve("again"), data);
            assertThat(mount.resolve("again")).hasBinaryContent(data);
            assertThatThrownBy(bay::shutDown) // of the file that had no room
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("was not written back");
        }
        assertThatThrownBy(() -> powerOn(Placing.NONE, size / 2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("need more than the 67,108,864 bytes of the drive");
        assertThat(MountTable.below(directory).isEmpty()).isTrue();
    }

    /**
     * The first write of each waits for its lifetime, and they are renamed or deleted meanwhile.
     */
    @Test
    void filesAreWrittenWhileTheirLifetimesAreRead() throws Exception {
        try (SimulatedDrives bay = powerOn(Placing.LINUX4, BYTES)) {
            bay.startClocksUnchecked();
            ExecutorService writers = Executors.newFixedThreadPool(32);
            List<Future<?>> written = new ArrayList<>();
            Set<Path> hinted = ConcurrentHashMap.newKeySet();
            for (int i = 0; i < 400; i++) {
                Path file = mount.resolve("" + i);
                written.add(
                        writers.submit(
                                () -> {
                                    writeHinted(file, 4, 4, () -> hinted.add(file));
                                    return null;
                                }));
                Path before = mount.resolve("" + (i - 10));
                if (i % 3 == 0 && hinted.contains(before))
                    Files.move(before, mount.resolve("moved" + i));
                if (i % 3 == 1 && hinted.contains(before)) Files.delete(before);
            }
            writers.shutdown();
            for (Future<?> each : written) each.get(1, TimeUnit.MINUTES);
            List<Long> pages = streamPages(bay);
            assertThat(pages.get(1) + pages.get(2) + pages.get(4)).isZero();
            assertThat(pages.get(3)).isGreaterThan(400);
        }
    }

    /** Their questions for lifetimes fill the pipe to the process that answers them. */
    @Test
    void manyOpenFilesAreSynced() throws Exception {
        List<FileChannel> open = new ArrayList<>();
        try (SimulatedDrives bay = powerOn(Placing.LINUX4, BYTES)) {
            bay.startClocksUnchecked();
            for (int i = 0; i < 1_500; i++) {
                FileChannel channel =
                        FileChannel.open(
                                mount.resolve("x".repeat(200) + i),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                open.add(channel);
                channel.write(ByteBuffer.allocate(PAGE));
            }
            ShellCommand.run("sync", "-f", mount.toString());
            for (FileChannel channel : open) channel.close();
            assertThat(report(bay).hostPages()).isGreaterThanOrEqualTo(1_500);
        }
    }

    @Test
    void leavesNothingMountedAfterAKillAndHasWhatWasSynced() throws Exception {
        byte[] data = new byte[3 * MIB];
        new SplittableRandom(3).nextBytes(data);
        SimulatedDrives bay = powerOn(Placing.LINUX4, BYTES);
        bay.startClocksUnchecked();
        try (FileChannel channel =
                FileChannel.open(
                        mount.resolve("file"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(data));
            channel.force(true);
        }
        CompletableFuture<?> writing =
                CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; ; i++) {
                                try {
                                    Files.write(mount.resolve("other" + i), data);
                                } catch (IOException e) {
                                    return;
                                }
                            }
                        });
        await().until(() -> Files.exists(mount.resolve("other2")));
        assertTimeoutPreemptively(Duration.ofSeconds(20), bay::powerOff);
        writing.get(20, TimeUnit.SECONDS);
        assertThatThrownBy(() -> Files.size(mount.resolve("other")))
                .isInstanceOf(IOException.class);
        SimulatedDrives.clear(directory);
        assertThat(MountTable.below(directory).isEmpty()).isTrue();
        try (SimulatedDrives unused = powerOn(Placing.LINUX4, BYTES)) {
            assertThat(mount.resolve("file")).hasBinaryContent(data);
        }
    }
}
