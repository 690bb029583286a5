// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeProfile;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A node whose files are on a drive that records every write and flush. Only its log is elsewhere.
 *
 * <p>After the node has ended, {@link #eachFlush} shows the files that a power cut right after a
 * flush would have left.
 */
final class RecordedNode implements AutoCloseable {
    /** A file system of the drive. */
    enum FileSystem {
        EXT4,
        XFS
    }

    /** Looks at the files of a node after a power cut. */
    interface Look {
        /**
         * Looks at the files.
         *
         * @param node the node's directory
         * @param recordedBytes the place of the flush in the recording
         */
        void at(Path node, long recordedBytes) throws IOException, InterruptedException;
    }

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String DRIVE = "data";
    private static final int SECTOR_BYTES = 4096;
    private static final long DRIVE_BYTES = 512 << 20;

    private final Path directory;
    private final String address;
    private final DriveSettings drive;
    private final SimulatedDrives bay;
    private boolean isOn = true;

    /** Makes the drive, and turns its power on. */
    RecordedNode(Path directory, FileSystem fileSystem, String address)
            throws IOException, InterruptedException {
        this.directory = directory;
        this.address = address;
        this.drive =
                new DriveSettings(
                        DRIVE,
                        directory.resolve("data.img").toString(),
                        SECTOR_BYTES,
                        0,
                        false,
                        directory.resolve("recording").toString(),
                        null);
        try (RandomAccessFile image = new RandomAccessFile(drive.image(), "rw")) {
            image.setLength(DRIVE_BYTES);
        }
        if (fileSystem == FileSystem.EXT4) SimulatedDrives.makeFileSystem(drive);
        else ShellCommand.run("mkfs.xfs", "-q", "-f", "-s", "size=4096", drive.image());
        copy(Path.of(drive.image()), stable());
        bay = SimulatedDrives.powerOn(directory, List.of(drive));
        try {
            bay.mount(DRIVE, mount());
        } catch (IOException e) {
            bay.close();
            throw e;
        }
    }

    private Path mount() {
        return directory.resolve("mount-data");
    }

    private Path stable() {
        return directory.resolve("stable.img");
    }

    Path node() {
        return mount().resolve("node");
    }

    /** Returns settings without the agent. */
    NodeSettings settings() {
        return CassandraNode.at(node())
                .profile(NodeProfile.DEFAULT)
                .address(address)
                .heap("512M")
                .shortLived()
                .setting("commitlog_directory", directory.resolve("commitlog").toString());
    }

    static CassandraNode start(NodeSettings settings) throws Exception {
        return settings.start().awaitReady(PATIENCE);
    }

    /** Makes everything stable that was written, and returns the place in the recording. */
    long sync() throws IOException, InterruptedException {
        ShellCommand.run("sync", "--file-system", mount().toString());
        return recordedBytes();
    }

    /** Returns the present place in the recording. */
    long recordedBytes() throws IOException {
        return Files.size(Path.of(drive.recording()));
    }

    /** Turns the power off, after which {@link #eachFlush} may begin. */
    void powerOff() throws IOException, InterruptedException {
        bay.close();
        isOn = false;
    }

    /** Mounts what each flush after a place in the recording had made stable, and looks at it. */
    void eachFlush(long fromBytes, Look look) throws Exception {
        try (RecordedDrive recorded = new RecordedDrive(stable(), Path.of(drive.recording()))) {
            while (recorded.nextFlush()) {
                if (recorded.flushedBytes() < fromBytes) continue;
                long place = recorded.flushedBytes();
                copy(stable(), probe());
                atImage(probe(), node -> look.at(node, place));
            }
        }
    }

    /** Keeps the image that is being looked at, for a start. */
    void keep(Path image) throws IOException, InterruptedException {
        copy(stable(), image);
    }

    /** Mounts an image in place of the drive. */
    void atImage(Path image, MountedAction action) throws Exception {
        ShellCommand.run("mount", "-o", "loop,noatime", image.toString(), mount().toString());
        try {
            action.at(node());
        } finally {
            ShellCommand.run("umount", mount().toString());
        }
    }

    /** Does something with the files of a mounted image. */
    interface MountedAction {
        void at(Path node) throws Exception;
    }

    private Path probe() {
        return directory.resolve("probe.img");
    }

    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        ShellCommand.run("cp", "--sparse=always", from.toString(), to.toString());
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (isOn) bay.close();
        SimulatedDrives.clear(directory);
    }
}
