// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.UUID;

/**
 * The geometry for formatting a device. It is written into the superblock and read from there
 * afterwards.
 *
 * @param sizeBytes the bytes of the device to use; 0 means all of a block device
 * @param segmentBytes the size of a segment in bytes, a multiple of the block size and at most 512
 *     MiB; an entry can be as large as a segment less a few blocks
 * @param positionBase the logical offset of the first entry of a segment
 * @param positionOverhead the number of logical offsets that an entry occupies beyond its bytes
 */
public record JournalFormat(
        long sizeBytes, int segmentBytes, int positionBase, int positionOverhead) {
    /** The minimum number of segments of a journal: the reserve, and a few to write to. */
    public static final int MIN_SEGMENTS = 8;

    /** Receives the progress of formatting. */
    @FunctionalInterface
    public interface Progress {
        /** Called when {@code bytes} of {@code ofBytes} are written. */
        void written(long bytes, long ofBytes);
    }

    private static final int PIECE_BYTES = 1 << 20;

    /**
     * Writes an empty journal. A missing file is created, readable by its owner only. It is filled
     * with zeros, so that later writes touch no file system metadata.
     *
     * @throws DeviceRefusedException if the device is not blank, in use, or too small; not a byte
     *     of it has been written
     */
    public void write(Path path, Progress progress) throws JournalException {
        boolean created = create(path);
        checkWholeBlocks(path);
        try (DirectBlockDevice device = DirectBlockDevice.open(path)) {
            write(device, InstantSource.system(), progress);
            if (created) forceDirectory(path);
        } catch (JournalException e) {
            if (created) delete(path);
            throw e;
        } catch (IOException e) {
            if (created) delete(path);
            throw new JournalException("cannot format " + path + ": " + e.getMessage(), e);
        }
    }

    private boolean create(Path path) throws JournalException {
        try {
            if (sizeBytes <= 0 && !Files.exists(path))
                throw refused(
                        DeviceRefusedException.Reason.UNREACHABLE,
                        path + " does not exist; to create a file, give its size (--size)");
            Files.createFile(
                    path,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw refused(
                    DeviceRefusedException.Reason.UNREACHABLE, "cannot create " + path + ": " + e);
        }
    }

    /**
     * Refuses a file that ends within a block: reading whole blocks would not show its last bytes.
     */
    private static void checkWholeBlocks(Path path) throws JournalException {
        try {
            if (Files.isRegularFile(path) && Files.size(path) % Geometry.LARGEST_BLOCK_BYTES != 0)
                throw refused(
                        DeviceRefusedException.Reason.FOREIGN,
                        path
                                + " is not blank: it has "
                                + Files.size(path)
                                + " bytes, and Firesteel writes no file of that size. If it is not"
                                + " needed any more, remove the file");
        } catch (DeviceRefusedException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // Ignored: the first failure, which is being thrown, matters more.
        }
    }

    private static void forceDirectory(Path path) throws IOException {
        Path directory = requireNonNull(path.toAbsolutePath().getParent()); // of a file
        try (var channel = java.nio.channels.FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Writes an empty journal on an open device. */
    void write(BlockDevice device, InstantSource clock, Progress progress) throws IOException {
        Superblock superblock = plan(device, clock);
        long bytes = superblock.geometry().deviceBytes(superblock.slots());
        if (device.isGrowable()) fill(device, bytes, progress);
        // The superblock comes last: only a complete journal is recognized as one.
        SlotTable.format(device, superblock);
        Superblocks.write(device, superblock);
        progress.written(bytes, bytes);
    }

    /** The shape of a journal on a certain device. */
    private record Layout(Geometry geometry, int slots) {}

    /**
     * Checks that a journal of this format fits a device. Writes nothing.
     *
     * @throws DeviceRefusedException if it does not
     */
    void requireFits(BlockDevice device) throws IOException {
        var unused = layout(device);
    }

    private Layout layout(BlockDevice device) throws IOException {
        int blockBytes = device.blockBytes();
        String complaint = Geometry.complaint(blockBytes, segmentBytes);
        if (complaint != null) throw tooSmallOrOdd(complaint);
        Geometry geometry = new Geometry(blockBytes, segmentBytes);
        long available = device.isGrowable() || sizeBytes > 0 ? sizeBytes : device.sizeBytes();
        if (!device.isGrowable() && available > device.sizeBytes())
            throw tooSmallOrOdd(
                    device.name()
                            + " has "
                            + device.sizeBytes()
                            + " bytes, which is less than the size asked for, "
                            + sizeBytes);
        int slots = geometry.slotsIn(available);
        if (slots < MIN_SEGMENTS)
            throw tooSmallOrOdd(
                    "a journal of "
                            + available
                            + " bytes is too small: it needs at least "
                            + geometry.deviceBytes(MIN_SEGMENTS)
                            + " bytes for "
                            + MIN_SEGMENTS
                            + " segments of "
                            + segmentBytes
                            + " bytes");
        return new Layout(geometry, slots);
    }

    private Superblock plan(BlockDevice device, InstantSource clock) throws IOException {
        Layout layout = layout(device);
        checkBlank(device);
        return new Superblock(
                1,
                UUID.randomUUID(),
                Superblock.NOBODY,
                "",
                layout.geometry,
                layout.slots,
                positionBase,
                positionOverhead,
                0,
                0,
                clock.millis());
    }

    private static void checkBlank(BlockDevice device) throws JournalException, IOException {
        long written = BlankCheck.firstNonZero(device);
        if (written < 0) return;
        throw refused(
                DeviceRefusedException.Reason.FOREIGN,
                device.name()
                        + " is not blank: "
                        + content(device, written)
                        + ". If nothing on it is needed any more, "
                        + (device.isGrowable()
                                ? "remove the file"
                                : "overwrite its first and last mebibyte with zeros"));
    }

    private static String content(BlockDevice device, long written) {
        try {
            JournalInfo info = JournalReader.inspect(device);
            String journal =
                    info.owner() == null ? "a journal" : "the journal of " + info.owner().name();
            if (info.isClean()) return "it is " + journal + ", without writes";
            return ("it is %s, and %d of its segments may hold writes that are in no SSTable: start"
                            + " that node with Firesteel, and drain it, before you give it up")
                    .formatted(journal, info.segments().size() + info.damagedSlots().size());
        } catch (JournalException e) {
            return "byte " + written + " is not zero";
        }
    }

    private void fill(BlockDevice device, long bytes, Progress progress) throws IOException {
        long have = device.sizeBytes();
        if (have > bytes)
            throw tooSmallOrOdd(
                    device.name()
                            + " exists with "
                            + have
                            + " bytes, which is more than the size asked for, "
                            + sizeBytes
                            + ": remove it, or give its size");
        // Existing blocks may be holes: only a write allocates them on the drive.
        ByteBuffer zeros = Superblocks.aligned(PIECE_BYTES, device.blockBytes());
        for (long at = 0; at < bytes; at += PIECE_BYTES) {
            progress.written(at, bytes);
            zeros.clear().limit((int) Math.min(PIECE_BYTES, bytes - at));
            device.write(at, zeros);
        }
    }

    private static DeviceRefusedException tooSmallOrOdd(String message) {
        return refused(DeviceRefusedException.Reason.SIZE, message);
    }

    private static DeviceRefusedException refused(
            DeviceRefusedException.Reason reason, String message) {
        return new DeviceRefusedException(reason, message);
    }
}
