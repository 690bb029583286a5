// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.drive;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.crash.CampaignLock;
import dev.firesteel.lab.drive.DriveModel;
import dev.firesteel.lab.drive.DriveSettings;
import dev.firesteel.lab.drive.FileDriveSettings;
import dev.firesteel.lab.drive.LiveReport;
import dev.firesteel.lab.drive.Placing;
import dev.firesteel.lab.drive.SimulatedDrives;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Simulated drives in a directory, of one kind. Each is mounted at {@code NAME}. Its content is in
 * the file {@code NAME.img}, or, if it has streams, in the directory {@code NAME.files}.
 */
public final class DriveBay implements AutoCloseable {
    private static final int SECTOR_BYTES = 4_096;
    private static final int HONEST = 0;
    private static final int NANOS_PER_MICRO = 1_000;

    private final Console console;
    private final SimulatedDrive drive;
    private final Runnable ending;
    private final Consumer<LiveReport> last;
    private final SimulatedDrives drives;
    private final CampaignLock lock;
    private Duration overhead = Duration.ZERO;
    private volatile boolean hasFailed;
    private volatile boolean isRunning;
    private volatile boolean isHandedOver;
    private boolean isClosed;

    private DriveBay(
            Console console,
            SimulatedDrive drive,
            Runnable ending,
            Consumer<LiveReport> last,
            SimulatedDrives drives,
            CampaignLock lock) {
        this.console = console;
        this.drive = drive;
        this.ending = ending;
        this.last = last;
        this.drives = drives;
        this.lock = lock;
    }

    /**
     * Makes the drives if they are new, turns them on, and mounts them. They answer at once until
     * {@link #start}.
     *
     * @param data the directory of images and mount points, which is made if need be
     * @param ending ends the programs that use the drives, before these are turned off
     * @param last takes the last report, before they are turned off
     */
    public static DriveBay open(
            Path data,
            List<String> names,
            SimulatedDrive drive,
            Console console,
            Runnable ending,
            Consumer<LiveReport> last)
            throws IOException {
        SimulatedDrives.requireSupported();
        CampaignLock lock = CampaignLock.take(data);
        try {
            return open(lock, data.toRealPath(), names, drive, console, ending, last);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static DriveBay open(
            CampaignLock lock,
            Path directory,
            List<String> names,
            SimulatedDrive drive,
            Console console,
            Runnable ending,
            Consumer<LiveReport> last)
            throws IOException {
        try {
            SimulatedDrives.clear(directory);
            SimulatedDrives drives = powerOn(directory, names, drive);
            DriveBay bay = new DriveBay(console, drive, ending, last, drives, lock);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(bay::abandon, "drives")); // owns threads
            try {
                bay.mount(directory, names);
                return bay;
            } catch (IOException | InterruptedException | RuntimeException e) {
                bay.close();
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while drives are turned on", e);
        }
    }

    /** Refuses nodes whose files are on simulated drives. */
    public static void requireNone(Path data, List<String> names) throws IOException {
        for (String name : names)
            for (Path drive : List.of(image(data, name), files(data, name)))
                if (isUsed(drive))
                    throw new IOException(
                            "the files of this node are on the simulated drive %s: run with --drive, or give another directory with --data"
                                    .formatted(drive));
    }

    /** Returns the file with the content of a drive that is given blocks. */
    private static Path image(Path directory, String name) {
        return directory.resolve(name + ".img");
    }

    /** Returns the directory with the content of a drive that is given files. */
    private static Path files(Path directory, String name) {
        return directory.resolve(name + ".files");
    }

    private static SimulatedDrives powerOn(Path directory, List<String> names, SimulatedDrive drive)
            throws IOException, InterruptedException {
        if (drive.placing() == null) {
            List<DriveSettings> settings = new ArrayList<>();
            for (String name : names) settings.add(settings(directory, name, drive));
            return SimulatedDrives.powerOn(directory, settings);
        }
        List<FileDriveSettings> settings = new ArrayList<>();
        for (String name : names)
            settings.add(fileSettings(directory, name, drive, drive.placing()));
        return SimulatedDrives.powerOnFiles(directory, settings);
    }

    private static FileDriveSettings fileSettings(
            Path directory, String name, SimulatedDrive drive, Placing placing) throws IOException {
        if (Files.exists(image(directory, name)))
            throw new IOException(
                    "the drive %s has no streams: run without streams=, or give another directory with --data"
                            .formatted(image(directory, name)));
        if (!isUsed(files(directory, name))) requireEmpty(directory.resolve(name));
        return new FileDriveSettings(
                name,
                directory.resolve(name).toString(),
                files(directory, name).toString(),
                drive.size().bytes(),
                drive.model(),
                placing);
    }

    private static void requireEmpty(Path root) throws IOException {
        if (Files.isDirectory(root) && !isEmpty(root))
            throw new IOException(
                    "%s has files that are on no simulated drive: give another directory with --data"
                            .formatted(root));
    }

    private static DriveSettings settings(Path directory, String name, SimulatedDrive drive)
            throws IOException, InterruptedException {
        Path image = image(directory, name);
        if (isUsed(files(directory, name)))
            throw new IOException(
                    "the drive %s has streams: run with streams=, or give another directory with --data"
                            .formatted(files(directory, name)));
        DriveSettings settings =
                new DriveSettings(
                        name, image.toString(), SECTOR_BYTES, HONEST, false, null, drive.model());
        if (Files.exists(image)) {
            if (Files.size(image) != drive.size().bytes())
                throw new IOException(
                        "the drive %s has %s: run with size=%s, or give another directory with --data"
                                .formatted(
                                        image,
                                        new Size(Files.size(image)),
                                        new Size(Files.size(image)).exact()));
            return settings;
        }
        requireEmpty(directory.resolve(name));
        Path draft = directory.resolve(name + ".img.new");
        try (RandomAccessFile file = new RandomAccessFile(draft.toFile(), "rw")) {
            file.setLength(drive.size().bytes());
        }
        SimulatedDrives.makeFileSystem(
                new DriveSettings(name, draft.toString(), SECTOR_BYTES, HONEST, false));
        Files.move(draft, image);
        return settings;
    }

    /** Returns whether there is an image, or a directory with files. */
    private static boolean isUsed(Path content) throws IOException {
        return Files.isDirectory(content) ? !isEmpty(content) : Files.exists(content);
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    private void mount(Path directory, List<String> names)
            throws IOException, InterruptedException {
        if (drive.placing() == null)
            for (String name : names) drives.mount(name, directory.resolve(name));
    }

    /**
     * Makes the drives as slow as their models, and begins to measure.
     *
     * @throws IOException if this machine is too slow for them
     */
    public synchronized void start() throws IOException {
        try {
            overhead = drives.startClocks();
            isRunning = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while drives are started", e);
        }
    }

    /** Describes each drive, with the time that this machine adds to a read. */
    public String describe() {
        return "%s, %s%s%s; a read takes it %,.0f us, and this machine %,d us more"
                .formatted(
                        drive.model(),
                        drive.size(),
                        flash(),
                        drive.placing() == null ? "" : ", streams " + drive.placing(),
                        drive.model().readNanos() / NANOS_PER_MICRO,
                        overhead.toNanos() / NANOS_PER_MICRO);
    }

    /** Returns the geometry of a flash drive, as {@code endurance simulate} takes it. */
    private String flash() {
        DriveModel model = drive.model();
        OptionalLong block = model.blockBytes(drive.size().bytes());
        return block.isEmpty() || model.drives() > 1
                ? ""
                : " (spare=%s,block=%s)"
                        .formatted(model.spareFactor(), new Size(block.getAsLong()).exact());
    }

    /** Returns the measurements so far. */
    public synchronized LiveReport report() throws IOException, InterruptedException {
        return drives.report();
    }

    /** Leaves the end of the drives to the caller, who closes them once their users have ended. */
    public void handOver() {
        isHandedOver = true;
    }

    /** Turns the drives off when the program ends before it has handed them over. */
    private void abandon() {
        if (!isHandedOver) close();
    }

    /**
     * Ends programs that still use the drives, passes on the last report, and turns the drives off.
     * For any thread; the second waits for the first.
     */
    @Override
    public synchronized void close() {
        if (isClosed) return;
        isClosed = true;
        ending.run();
        try {
            if (isRunning) last.accept(drives.report());
        } catch (IOException | InterruptedException e) {
            failed(e);
        }
        try {
            drives.shutDown();
            lock.close();
        } catch (IOException e) {
            failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void failed(Exception e) {
        hasFailed = true;
        console.note("firesteel: " + e.getMessage());
    }

    /** Returns whether {@link #close} could not report, write back or unmount. */
    public boolean hasFailed() {
        return hasFailed;
    }
}
