// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The file system over the drives: one directory, one file a drive. Answers one request at a time.
 */
final class DriveFiles {
    private static final long ROOT = 1;
    private static final long FIRST_FILE = 2;
    private static final int DIRECTORY_MODE = 0x41C0; // drwx------
    private static final int FILE_MODE = 0x8180; // -rw-------
    private static final int PAST_PAGE_CACHE = 1 | 1 << 6; // DIRECT_IO, PARALLEL_DIRECT_WRITES
    private static final int MAJOR_VERSION = 7;
    private static final int MINOR_VERSION = 31;
    private static final int LARGE_WRITES = 1 << 5 | 1 << 22; // BIG_WRITES, MAX_PAGES
    private static final int MANY_AT_A_TIME = 1 << 15; // ASYNC_DIO
    private static final short QUEUE = 64;
    private static final long FOREVER_SECONDS = 3600;
    private static final int SECTOR_SHIFT = 9;
    private static final int PAGE_BYTES = 4096;

    private final List<Drive> drives;

    DriveFiles(List<Drive> drives) {
        this.drives = drives;
    }

    /** Returns the drive of a request. */
    Drive drive(FuseRequest request) {
        return drives.get((int) (request.node() - FIRST_FILE));
    }

    void answer(FuseConnection connection, FuseRequest request) throws IOException {
        switch (request.operation()) {
            case FuseRequest.FORGET, FuseRequest.BATCH_FORGET, FuseRequest.INTERRUPT -> {}
            case FuseRequest.INIT -> connection.reply(request, DriveFiles::init);
            case FuseRequest.LOOKUP -> lookup(connection, request);
            case FuseRequest.GETATTR, FuseRequest.SETATTR ->
                    connection.reply(request, out -> attributes(request.node(), out));
            case FuseRequest.OPEN -> connection.reply(request, out -> open(out, PAST_PAGE_CACHE));
            case FuseRequest.OPENDIR -> connection.reply(request, out -> open(out, 0));
            case FuseRequest.READ -> read(connection, request);
            case FuseRequest.WRITE -> write(connection, request);
            case FuseRequest.FSYNC -> {
                drive(request).flush();
                done(connection, request);
            }
            case FuseRequest.STATFS -> connection.reply(request, this::space);
            case FuseRequest.FLUSH,
                    FuseRequest.RELEASE,
                    FuseRequest.READDIR,
                    FuseRequest.RELEASEDIR,
                    FuseRequest.FSYNCDIR,
                    FuseRequest.DESTROY ->
                    done(connection, request);
            case FuseRequest.FALLOCATE -> trim(connection, request);
            default -> connection.fail(request, Libc.ENOSYS);
        }
    }

    private static void done(FuseConnection connection, FuseRequest request) throws IOException {
        connection.reply(request, out -> {});
    }

    private void read(FuseConnection connection, FuseRequest request) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(request.size());
        drive(request).read(request.offset(), request.size(), data);
        connection.reply(request, out -> out.put(data.flip()));
    }

    private void write(FuseConnection connection, FuseRequest request) throws IOException {
        drive(request).write(request.offset(), request.data());
        connection.reply(request, out -> out.putInt(request.size()).putInt(0));
    }

    /** Deallocates, if the drive has a model: others have no use for it. */
    private void trim(FuseConnection connection, FuseRequest request) throws IOException {
        if (drive(request).model() == null || !isDeallocation(request.mode())) {
            connection.fail(request, Libc.EOPNOTSUPP);
            return;
        }
        try {
            drive(request).trim(request.offset(), request.length());
        } catch (LastErrorException e) {
            connection.fail(request, e.getErrorCode()); // no holes in files of that file system
            return;
        }
        done(connection, request);
    }

    private static boolean isDeallocation(int mode) {
        return (mode & Libc.KEEP_SIZE) != 0 && (mode & (Libc.PUNCH_HOLE | Libc.ZERO_RANGE)) != 0;
    }

    private void lookup(FuseConnection connection, FuseRequest request) throws IOException {
        String name = request.name();
        for (int i = 0; i < drives.size(); i++)
            if (drives.get(i).name().equals(name)) {
                long node = FIRST_FILE + i;
                connection.reply(request, out -> entry(node, out));
                return;
            }
        connection.fail(request, Libc.ENOENT);
    }

    /** A {@code struct fuse_init_out} of version 7.31. */
    private static void init(ByteBuffer out) {
        out.putInt(MAJOR_VERSION).putInt(MINOR_VERSION);
        out.putInt(0).putInt(LARGE_WRITES | MANY_AT_A_TIME);
        out.putShort(QUEUE).putShort(QUEUE);
        out.putInt(FuseConnection.MAX_WRITE_BYTES).putInt(1);
        out.putShort((short) (FuseConnection.MAX_WRITE_BYTES / PAGE_BYTES)).putShort((short) 0);
        for (int i = 0; i < 8; i++) out.putInt(0);
    }

    /** A {@code struct fuse_entry_out}. */
    private void entry(long node, ByteBuffer out) {
        out.putLong(node).putLong(0).putLong(FOREVER_SECONDS).putLong(FOREVER_SECONDS).putLong(0);
        attribute(node, out);
    }

    /** A {@code struct fuse_attr_out}. */
    private void attributes(long node, ByteBuffer out) {
        out.putLong(FOREVER_SECONDS).putLong(0);
        attribute(node, out);
    }

    /** A {@code struct fuse_attr}. */
    private void attribute(long node, ByteBuffer out) {
        long bytes = node == ROOT ? 0 : drives.get((int) (node - FIRST_FILE)).bytes();
        out.putLong(node).putLong(bytes).putLong(bytes >>> SECTOR_SHIFT);
        out.putLong(0).putLong(0).putLong(0).putInt(0).putInt(0).putInt(0);
        out.putInt(node == ROOT ? DIRECTORY_MODE : FILE_MODE).putInt(1);
        out.putInt(0).putInt(0).putInt(0).putInt(PAGE_BYTES).putInt(0);
    }

    /** A {@code struct fuse_open_out}. */
    private static void open(ByteBuffer out, int flags) {
        out.putLong(0).putInt(flags).putInt(0);
    }

    /**
     * A {@code struct fuse_kstatfs} of zeros, but for the size of a block: with one, loop devices
     * pass deallocations on.
     */
    private void space(ByteBuffer out) {
        boolean haveModels = drives.stream().allMatch(drive -> drive.model() != null);
        for (int i = 0; i < 5; i++) out.putLong(0);
        out.putInt(haveModels ? PAGE_BYTES : 0).putInt(0);
        for (int i = 0; i < 4; i++) out.putLong(0);
    }
}
