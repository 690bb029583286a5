// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A small file system in a file, on a loop device. It can be filled and slowed down without side
 * effects.
 */
final class ScratchDisk {
    private static final Path THROTTLE =
            Path.of("/sys/fs/cgroup/blkio/blkio.throttle.write_bps_device");
    private static final String BALLAST = "ballast";
    private static final int PIECE_BYTES = 1 << 20;

    private final Path image;
    private final Path mountPoint;
    private volatile boolean isMounted;

    /**
     * Creates the object; the disk does not exist yet.
     *
     * @param image the file that holds it
     */
    ScratchDisk(Path image, Path mountPoint) {
        this.image = image;
        this.mountPoint = mountPoint;
    }

    Path mountPoint() {
        return mountPoint;
    }

    boolean isMounted() {
        return isMounted;
    }

    /** Mounts the disk, after making the file system if there is none. */
    void mount(long bytes) throws IOException {
        make(bytes);
        Files.createDirectories(mountPoint);
        letGoOfLeft();
        Command.of("mount", "-o", "loop", image.toString(), mountPoint.toString()).run();
        isMounted = true;
        free();
    }

    private void make(long bytes) throws IOException {
        if (Files.exists(image)) return;
        Files.createDirectories(image.resolveSibling(""));
        Path next = image.resolveSibling(image.getFileName() + ".next");
        try (RandomAccessFile file = new RandomAccessFile(next.toFile(), "rw")) {
            file.setLength(bytes);
        }
        // Reserves no blocks for root, as which this program runs.
        Command.of("mkfs.ext4", "-q", "-F", "-m", "0", next.toString()).run();
        Files.move(next, image);
    }

    /** Limits writes to this number of bytes a second; 0 for no limit. */
    void throttle(long bytesPerSecond) throws IOException {
        Path number = Path.of("/sys/block", Path.of(device()).getFileName().toString(), "dev");
        String limit = Files.readString(number).strip() + " " + bytesPerSecond;
        Files.writeString(THROTTLE, limit, StandardOpenOption.WRITE);
    }

    /** Checks that {@link #throttle} is available. */
    static void requireThrottle(Fault fault) throws FaultException {
        if (!Files.isWritable(THROTTLE))
            throw new FaultException(
                    "The fault %s slows a disk down with %s, of cgroup v1, which is not here or not writable"
                            .formatted(fault.name(), THROTTLE));
    }

    /** Fills it to the last block. */
    void fill() throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        try (RandomAccessFile file = new RandomAccessFile(ballast().toFile(), "rw")) {
            file.seek(file.length());
            for (int bytes = piece.length; bytes > 0; bytes /= 2) fill(file, piece, bytes);
        }
    }

    private static void fill(RandomAccessFile file, byte[] piece, int bytes) {
        try {
            while (true) file.write(piece, 0, bytes);
        } catch (IOException e) {
            // No more room for a piece of that size.
        }
    }

    /** Undoes {@link #fill}. */
    void free() throws IOException {
        Files.deleteIfExists(ballast());
    }

    /** Returns the free bytes. */
    long freeBytes() throws IOException {
        return Files.getFileStore(mountPoint).getUsableSpace();
    }

    /** Unmounts the disk, lazily if it is in use, and releases its loop device. */
    void unmount() {
        if (!isMounted) return;
        isMounted = false;
        try {
            letGo();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Unmounts the remains of a killed campaign. */
    void letGoOfLeft() throws IOException {
        if (!device().isEmpty()) letGo();
    }

    /** Removes the limit, which would stay with the loop device for its next use, and unmounts. */
    private void letGo() throws IOException {
        if (Files.isWritable(THROTTLE)) throttle(0);
        if (!Command.of("umount", mountPoint.toString()).succeeds())
            Command.of("umount", "--lazy", mountPoint.toString()).run();
    }

    private Path ballast() {
        return mountPoint.resolve(BALLAST);
    }

    /** Returns the mounted device, or an empty text. */
    private String device() throws IOException {
        Command findmnt =
                Command.of("findmnt", "--noheadings", "--output", "SOURCE", mountPoint.toString());
        return findmnt.succeeds() ? findmnt.run() : "";
    }
}
