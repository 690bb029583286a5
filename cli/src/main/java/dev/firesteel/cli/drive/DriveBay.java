// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.drive;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.crash.CampaignLock;
import dev.firesteel.lab.drive.DriveSettings;
import dev.firesteel.lab.drive.LiveReport;
import dev.firesteel.lab.drive.SimulatedDrives;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Simulated drives in a directory, of one kind. The image of each is the file {@code NAME.img}, and
 * it is mounted at {@code NAME}.
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
     * Makes the drives if they are new, turns them on, and mounts them.
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
        Path directory = data.toRealPath();
        try {
            SimulatedDrives.clear(directory);
            List<DriveSettings> settings = new ArrayList<>();
            for (String name : names) settings.add(settings(directory, name, drive));
            SimulatedDrives drives = SimulatedDrives.powerOn(directory, settings);
            DriveBay bay = new DriveBay(console, drive, ending, last, drives, lock);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(bay::abandon, "drives")); // owns threads
            try {
                bay.mount(directory, settings);
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
        for (String name : names) {
            Path image = image(data, name);
            if (Files.exists(image))
                throw new IOException(
                        "the files of this node are on the simulated drive %s: run with --drive, or give another directory with --data"
                                .formatted(image));
        }
    }

    private static Path image(Path directory, String name) {
        return directory.resolve(name + ".img");
    }

    private static DriveSettings settings(Path directory, String name, SimulatedDrive drive)
            throws IOException, InterruptedException {
        Path root = directory.resolve(name);
        Path image = image(directory, name);
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
        if (Files.isDirectory(root) && !isEmpty(root))
            throw new IOException(
                    "%s has files that are on no simulated drive: give another directory with --data"
                            .formatted(root));
        Path draft = directory.resolve(name + ".img.new");
        try (RandomAccessFile file = new RandomAccessFile(draft.toFile(), "rw")) {
            file.setLength(drive.size().bytes());
        }
        SimulatedDrives.makeFileSystem(
                new DriveSettings(name, draft.toString(), SECTOR_BYTES, HONEST, false));
        Files.move(draft, image);
        return settings;
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    private void mount(Path directory, List<DriveSettings> settings)
            throws IOException, InterruptedException {
        for (DriveSettings each : settings)
            drives.mount(each.name(), directory.resolve(each.name()));
        overhead = drives.startClocks(settings);
        isRunning = true;
    }

    /** Describes each drive, with the time that this machine adds to a read. */
    public String describe() {
        return "%s, %s; a read takes it %,.0f us, and this machine %,d us more"
                .formatted(
                        drive.model(),
                        drive.size(),
                        drive.model().readNanos() / NANOS_PER_MICRO,
                        overhead.toNanos() / NANOS_PER_MICRO);
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
