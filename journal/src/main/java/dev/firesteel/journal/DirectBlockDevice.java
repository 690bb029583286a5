// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file or a raw block device, read and written past the page cache (O_DIRECT) and durably
 * (O_DSYNC).
 *
 * <p>Use is exclusive. A block device is opened with O_EXCL, which also excludes a mount and a
 * second device node for the same device. A file is locked with flock, which holds for the inode
 * under every path.
 */
public final class DirectBlockDevice implements BlockDevice {
    private static final int ZERO_PIECE_BYTES = 1 << 20;
    private static final int FILE_TYPE_MASK = 0xF000;
    private static final int BLOCK_DEVICE_TYPE = 0x6000;

    private final String name;
    private final boolean raw;
    private final boolean writable;
    private final int blockBytes;
    private volatile int descriptor;

    private DirectBlockDevice(
            String name, boolean raw, boolean writable, int blockBytes, int descriptor) {
        this.name = name;
        this.raw = raw;
        this.writable = writable;
        this.blockBytes = blockBytes;
        this.descriptor = descriptor;
    }

    /**
     * Opens a device for this process alone.
     *
     * @throws DeviceRefusedException UNREACHABLE or BUSY
     */
    public static DirectBlockDevice open(Path path) throws DeviceRefusedException {
        return open(path, true, true);
    }

    /**
     * Opens a device for this process alone, for reading.
     *
     * @throws DeviceRefusedException UNREACHABLE or BUSY
     */
    public static DirectBlockDevice openForReading(Path path) throws DeviceRefusedException {
        return open(path, false, true);
    }

    /** Opens a device for reading, even while another process writes to it. */
    static DirectBlockDevice openShared(Path path) throws DeviceRefusedException {
        return open(path, false, false);
    }

    private static DirectBlockDevice open(Path path, boolean writable, boolean exclusive)
            throws DeviceRefusedException {
        if (!Kernel.isSupported())
            throw refusal(path, "a journal needs Linux on a 64-bit processor", null);
        boolean raw = isBlockDevice(path);
        int flags =
                Kernel.O_DIRECT
                        | Kernel.O_DSYNC
                        | (writable ? Kernel.O_RDWR : Kernel.O_RDONLY)
                        | (raw && exclusive ? Kernel.O_EXCL : 0);
        int descriptor = openDescriptor(path, flags);
        try {
            if (exclusive) lock(path, descriptor);
            int blockBytes = raw ? Kernel.deviceBlockBytes(descriptor) : fileBlockBytes(path);
            return new DirectBlockDevice(
                    path.toString(), raw, writable, blockBytes > 512 ? 4096 : 512, descriptor);
        } catch (DeviceRefusedException e) {
            Kernel.close(descriptor);
            throw e;
        } catch (IOException | LastErrorException e) {
            Kernel.close(descriptor);
            throw refusal(path, "cannot ask for its block size: " + e.getMessage(), e);
        }
    }

    private static boolean isBlockDevice(Path path) throws DeviceRefusedException {
        if (!Files.exists(path)) throw refusal(path, "no such file or device", null);
        if (Files.isDirectory(path)) throw refusal(path, "is a directory", null);
        try {
            int mode = (int) Files.getAttribute(path, "unix:mode", new LinkOption[0]);
            boolean raw = (mode & FILE_TYPE_MASK) == BLOCK_DEVICE_TYPE;
            if (!raw && !Files.isRegularFile(path))
                throw refusal(path, "is neither a file nor a block device", null);
            return raw;
        } catch (DeviceRefusedException e) {
            throw e;
        } catch (IOException e) {
            throw refusal(path, String.valueOf(e.getMessage()), e);
        }
    }

    private static int openDescriptor(Path path, int flags) throws DeviceRefusedException {
        try {
            return Kernel.open(path.toAbsolutePath().toString(), flags);
        } catch (LastErrorException e) {
            switch (e.getErrorCode()) {
                case Kernel.EBUSY -> throw busy(path, e);
                case Kernel.EACCES -> throw refusal(path, "permission denied", e);
                case Kernel.EPERM ->
                        throw refusal(
                                path,
                                "operation not permitted: it may be immutable, which 'lsattr' shows",
                                e);
                case Kernel.EINVAL ->
                        throw refusal(path, "its file system has no direct I/O (O_DIRECT)", e);
                default -> throw refusal(path, String.valueOf(e.getMessage()), e);
            }
        }
    }

    private static void lock(Path path, int descriptor) throws DeviceRefusedException {
        try {
            Kernel.lock(descriptor);
        } catch (LastErrorException e) {
            if (e.getErrorCode() == Kernel.EWOULDBLOCK) throw busy(path, e);
            throw refusal(path, "cannot be locked: " + e.getMessage(), e);
        }
    }

    private static int fileBlockBytes(Path path) throws IOException {
        return (int) Math.min(4096, Files.getFileStore(path).getBlockSize());
    }

    private static DeviceRefusedException busy(Path path, Throwable cause) {
        return new DeviceRefusedException(
                DeviceRefusedException.Reason.BUSY,
                path + " is in use: another process has it open, or it is mounted",
                cause);
    }

    private static DeviceRefusedException refusal(
            Path path, String why, @Nullable Throwable cause) {
        return new DeviceRefusedException(
                DeviceRefusedException.Reason.UNREACHABLE, path + ": " + why, cause);
    }

    @Override
    public int blockBytes() {
        return blockBytes;
    }

    @Override
    public long sizeBytes() throws IOException {
        if (!raw) return Files.size(opened()) / blockBytes * blockBytes;
        try {
            return Kernel.deviceBytes(descriptor) / blockBytes * blockBytes;
        } catch (LastErrorException e) {
            throw failure("cannot ask for the size", e);
        }
    }

    @Override
    public boolean isGrowable() {
        return !raw;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized boolean isDeleted() {
        if (raw || descriptor < 0) return false;
        try {
            return (int) Files.getAttribute(opened(), "unix:nlink") == 0;
        } catch (IOException e) {
            return false; // without /proc this is not known
        }
    }

    /** Returns a path of the file that also leads to it after it was moved or deleted. */
    private Path opened() {
        Path link = Path.of("/proc/self/fd", Integer.toString(descriptor));
        return Files.exists(link) ? link : Path.of(name);
    }

    @Override
    public void read(long offset, ByteBuffer target) throws IOException {
        transfer(offset, target, false);
    }

    @Override
    public void write(long offset, ByteBuffer source) throws IOException {
        if (!writable) throw new IOException(name + " is open for reading only");
        transfer(offset, source, true);
    }

    private void transfer(long offset, ByteBuffer buffer, boolean writing) throws IOException {
        checkAligned(offset, buffer);
        long address = Kernel.address(buffer);
        while (buffer.hasRemaining()) {
            long bytes = step(offset, address + buffer.position(), buffer.remaining(), writing);
            if (bytes <= 0)
                throw new IOException(
                        (writing ? "write to " : "read of ")
                                + name
                                + " at "
                                + offset
                                + " ended early");
            buffer.position(buffer.position() + (int) bytes);
            offset += bytes;
        }
    }

    private long step(long offset, long address, int bytes, boolean writing) throws IOException {
        while (true) {
            try {
                return writing
                        ? Kernel.write(descriptor, address, bytes, offset)
                        : Kernel.read(descriptor, address, bytes, offset);
            } catch (LastErrorException e) {
                if (e.getErrorCode() != Kernel.EINTR)
                    throw failure(
                            (writing ? "write of " : "read of ") + bytes + " bytes at " + offset,
                            e);
            }
        }
    }

    private void checkAligned(long offset, ByteBuffer buffer) {
        if (offset % blockBytes != 0 || buffer.remaining() % blockBytes != 0)
            throw new IllegalArgumentException(
                    "offset "
                            + offset
                            + " and length "
                            + buffer.remaining()
                            + " must be multiples of "
                            + blockBytes);
    }

    private IOException failure(String what, LastErrorException cause) {
        return new IOException(name + ": " + what + " failed: " + cause.getMessage(), cause);
    }

    @Override
    public void grow(long newSizeBytes) throws IOException {
        ByteBuffer zeros =
                ByteBuffer.allocateDirect(ZERO_PIECE_BYTES + blockBytes).alignedSlice(blockBytes);
        for (long at = sizeBytes(); at < newSizeBytes; ) {
            zeros.clear().limit((int) Math.min(ZERO_PIECE_BYTES, newSizeBytes - at));
            int bytes = zeros.remaining();
            write(at, zeros);
            at += bytes;
        }
    }

    @Override
    public synchronized void close() {
        if (descriptor < 0) return;
        Kernel.close(descriptor);
        descriptor = -1;
    }
}
