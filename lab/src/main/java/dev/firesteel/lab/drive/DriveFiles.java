// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import com.sun.jna.LastErrorException;
import dev.firesteel.lab.fuse.FuseAttributes;
import dev.firesteel.lab.fuse.FuseConnection;
import dev.firesteel.lab.fuse.FuseReply;
import dev.firesteel.lab.fuse.FuseRequest;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The file system over the drives: one directory, one file a drive. Answers one request at a time.
 */
final class DriveFiles {
    private static final long FIRST_FILE = FuseReply.ROOT + 1;
    private static final int DIRECTORY_MODE = 0x41C0; // drwx------
    private static final int FILE_MODE = 0x8180; // -rw-------
    private static final int PAST_PAGE_CACHE = 1 | 1 << 6; // DIRECT_IO, PARALLEL_DIRECT_WRITES

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
            case FuseRequest.INIT -> connection.reply(request, out -> FuseReply.init(out, 0, 0));
            case FuseRequest.LOOKUP -> lookup(connection, request);
            case FuseRequest.GETATTR, FuseRequest.SETATTR ->
                    connection.reply(request, out -> FuseReply.attributes(out, of(request.node())));
            case FuseRequest.OPEN ->
                    connection.reply(request, out -> FuseReply.open(out, 0, PAST_PAGE_CACHE));
            case FuseRequest.OPENDIR -> connection.reply(request, out -> FuseReply.open(out, 0, 0));
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
                connection.reply(request, out -> FuseReply.entry(out, of(node)));
                return;
            }
        connection.fail(request, Libc.ENOENT);
    }

    private FuseAttributes of(long node) {
        return node == FuseReply.ROOT
                ? FuseAttributes.of(node, DIRECTORY_MODE, 0)
                : FuseAttributes.of(node, FILE_MODE, drives.get((int) (node - FIRST_FILE)).bytes());
    }

    /**
     * A {@code struct fuse_kstatfs} of zeros, but for the size of a block: with one, loop devices
     * pass deallocations on.
     */
    private void space(ByteBuffer out) {
        boolean haveModels = drives.stream().allMatch(drive -> drive.model() != null);
        FuseReply.space(out, haveModels ? FuseReply.PAGE_BYTES : 0, 0, 0);
    }
}
