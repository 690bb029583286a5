// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.drive.CutReport;
import dev.firesteel.lab.drive.DriveSettings;
import dev.firesteel.lab.drive.LostRecords;
import dev.firesteel.lab.drive.SimulatedDrives;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The two drives of a node: an honest one with a file system for everything but the log, and one
 * for the log, raw or with a file system. Both have one power supply.
 */
public final class NodeDrives implements AutoCloseable {
    /** The use of the log's drive. */
    public enum Kind {
        /** The log is a file, or a directory of files, in an ext4 file system. */
        FILE,
        /** The log is the drive. */
        RAW
    }

    private static final String DATA = "data";
    private static final String LOG = "log";
    private static final String IMAGE = ".img";
    private static final long DATA_BYTES = 4L << 30;

    /**
     * Sector size that ext4 needs. Its superblock has 1 KiB and a checksum. Torn into sectors of
     * 512 bytes, the file system can no longer be mounted.
     */
    private static final int SECTOR_BYTES = 4096;

    private static final int HONEST = 0;
    private static final int ALL_OF_THE_DEVICE = 0;
    private static final long FILE_SYSTEM_BYTES = 256 << 20;

    private final Path directory;
    private final Kind kind;
    private final int volatileWrites;
    private final long logBytes;
    private final @Nullable JournalMaker journals;
    private @Nullable SimulatedDrives bay;
    private boolean ended;

    /**
     * Creates the object; makes no drives yet.
     *
     * @param directory the directory of images and mount points
     * @param volatileWrites 0 if the log's drive is honest; otherwise it lies, and loses up to this
     *     number of writes that it had reported as stable
     * @param logBytes the size of the log; a file system around it is larger
     * @param journals makes the journal; null for a node without one
     */
    public NodeDrives(
            Path directory,
            Kind kind,
            int volatileWrites,
            long logBytes,
            @Nullable JournalMaker journals) {
        this.directory = directory.toAbsolutePath().normalize();
        this.kind = kind;
        this.volatileWrites = volatileWrites;
        this.logBytes = logBytes;
        this.journals = journals;
    }

    /** Returns the directory of images and mount points. */
    public Path directory() {
        return directory;
    }

    Kind kind() {
        return kind;
    }

    long logBytes() {
        return logBytes;
    }

    boolean isLying() {
        return volatileWrites > HONEST;
    }

    /** Returns the directory of the node's files, except its log. */
    public Path nodeDirectory() {
        return dataMount().resolve("node");
    }

    /** Returns the journal's file or device. */
    public Path journal() {
        return kind == Kind.RAW ? directory.resolve("log-device") : logMount().resolve("journal");
    }

    /** Puts the commit log of a node without a journal on the log's drive. */
    void configure(NodeSettings node) {
        if (!hasJournal())
            node.setting("commitlog_directory", logMount().resolve("commitlog").toString());
    }

    boolean hasJournal() {
        return journals != null;
    }

    private Path dataMount() {
        return directory.resolve("mount-data");
    }

    private Path logMount() {
        return directory.resolve("mount-log");
    }

    private DriveSettings log(int writes) {
        return new DriveSettings(
                LOG, image(LOG).toString(), SECTOR_BYTES, writes, kind == Kind.RAW);
    }

    private DriveSettings data() {
        return new DriveSettings(DATA, image(DATA).toString(), SECTOR_BYTES, HONEST, false);
    }

    private Path image(String name) {
        return directory.resolve(name + IMAGE);
    }

    /** Returns whether a directory has images of drives, complete or not. */
    static boolean areIn(Path directory) {
        return Files.isRegularFile(directory.resolve(DATA + IMAGE), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns whether the drives were made. */
    boolean exist() {
        return Files.exists(directory.resolve("made"));
    }

    /** Makes new drives, with an empty journal. */
    synchronized void make() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Files.deleteIfExists(directory.resolve("made"));
        blank(image(DATA), DATA_BYTES);
        blank(image(LOG), kind == Kind.RAW ? logBytes : logBytes + FILE_SYSTEM_BYTES);
        SimulatedDrives.makeFileSystem(data());
        if (kind == Kind.FILE) SimulatedDrives.makeFileSystem(log(HONEST));
        bay = start(HONEST);
        if (journals != null)
            journals.make(journal(), kind == Kind.RAW ? ALL_OF_THE_DEVICE : logBytes);
        bay.shutDown();
        Files.createFile(directory.resolve("made"));
    }

    private static void blank(Path image, long bytes) throws IOException {
        Files.deleteIfExists(image);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(bytes);
        }
    }

    /** Turns the power on; file systems recover by their own means. */
    synchronized void powerOn() throws IOException, InterruptedException {
        bay = start(volatileWrites);
    }

    private SimulatedDrives start(int writes) throws IOException, InterruptedException {
        if (ended) throw new CampaignException("The campaign was interrupted");
        SimulatedDrives started = SimulatedDrives.powerOn(directory, List.of(data(), log(writes)));
        try {
            started.mount(DATA, dataMount());
            attachLog(started);
            return started;
        } catch (IOException | InterruptedException e) {
            started.close();
            throw e;
        }
    }

    private void attachLog(SimulatedDrives started) throws IOException, InterruptedException {
        if (kind == Kind.RAW) {
            link(started.device(LOG));
            return;
        }
        try {
            started.mount(LOG, logMount());
        } catch (IOException e) {
            throw new SpoiltLogException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Thrown when the file system of the log's drive cannot be mounted. */
    static final class SpoiltLogException extends IOException {
        private static final long serialVersionUID = 1;

        private SpoiltLogException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Links the journal to the loop device, whose name changes each time. */
    private void link(Path device) throws IOException {
        Files.deleteIfExists(journal());
        Files.createSymbolicLink(journal(), device);
    }

    /** Returns the damage in the journal, in words. */
    List<String> damages() {
        return hasJournal() ? JournalDamage.in(journal()) : List.of();
    }

    /** Returns the lost writes that the log drive had reported stable, while its power is off. */
    LostRecords lostRecords() throws IOException {
        return isLying() ? LostRecords.of(log(volatileWrites)) : LostRecords.NONE;
    }

    /** See {@link SimulatedDrives#cut}. */
    CutReport cut(long seed) throws IOException, InterruptedException {
        return bay().cut(seed);
    }

    /** See {@link SimulatedDrives#stall}. */
    void stall(Duration time) throws IOException, InterruptedException {
        bay().stall(time);
    }

    /** See {@link SimulatedDrives#powerOff}. */
    void powerOff() {
        bay().powerOff();
    }

    private synchronized SimulatedDrives bay() {
        if (bay == null) throw new IllegalStateException("The power is off");
        return bay;
    }

    /** Unmounts and detaches everything, also the remains of earlier campaigns. */
    synchronized void detach() throws IOException, InterruptedException {
        if (bay != null) bay.close();
        else SimulatedDrives.clear(directory);
        bay = null;
    }

    /** Detaches, and prevents other threads from turning the power on afterwards. */
    @Override
    public synchronized void close() throws IOException, InterruptedException {
        ended = true;
        detach();
    }
}
