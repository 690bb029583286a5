// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.lab.drive.DriveSettings;
import dev.firesteel.lab.drive.DriveSupport;
import dev.firesteel.lab.drive.SimulatedDrives;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.SuspendedProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A simulated drive that holds only a node's log. It can stall, and it can fail. */
final class LogDrive implements AutoCloseable {
    private static final String NAME = "log";
    private static final int SECTOR_BYTES = 4096;
    private static final int IMAGE_BYTES = 512 << 20;

    private final Path directory;
    private final DriveSettings drive;
    private SimulatedDrives bay;

    private LogDrive(Path directory, DriveSettings drive, SimulatedDrives bay) {
        this.directory = directory;
        this.drive = drive;
        this.bay = bay;
    }

    /** Creates a drive and mounts its file system. Skips the test if that is not possible. */
    static LogDrive in(Path directory) throws Exception {
        DriveSupport.assume();
        Path real = directory.toRealPath();
        Path image = real.resolve("log.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(IMAGE_BYTES);
        }
        DriveSettings drive = new DriveSettings(NAME, image.toString(), SECTOR_BYTES, 0, false);
        SimulatedDrives.makeFileSystem(drive);
        return new LogDrive(real, drive, powerOn(real, drive));
    }

    private static SimulatedDrives powerOn(Path directory, DriveSettings drive) throws Exception {
        SimulatedDrives bay = SimulatedDrives.powerOn(directory, List.of(drive));
        bay.mount(NAME, directory.resolve("mount"));
        return bay;
    }

    /** Returns the settings of a node whose log is on this drive. */
    NodeSettings settings(FiresteelNode node, TestedLog log) throws IOException {
        Path mount = directory.resolve("mount");
        Files.createDirectories(node.root);
        if (log == TestedLog.BATCH)
            return log.settings(node)
                    .setting("commitlog_directory", mount.resolve("commitlog").toString());
        Path journal = mount.resolve("journal");
        if (!Files.exists(journal)) Files.move(node.formatted().journal, journal);
        return log.settings(node).firesteel("journal_path", journal);
    }

    /** Stops the drive: it answers no request until the stall is closed. */
    SuspendedProcess stall() throws Exception {
        return SuspendedProcess.suspend(bay.pid());
    }

    /** Fails all further and all waiting requests. */
    void fail() {
        bay.powerOff();
    }

    /** Brings a failed drive back with its durable content. No process may use it. */
    void replace() throws Exception {
        bay.close();
        bay = powerOn(directory, drive);
    }

    @Override
    public void close() throws Exception {
        bay.close();
        SimulatedDrives.clear(directory);
    }
}
