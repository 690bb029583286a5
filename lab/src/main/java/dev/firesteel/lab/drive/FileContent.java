// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.lab.fuse.FuseAttributes;
import dev.firesteel.lab.fuse.FuseConnection;
import dev.firesteel.lab.fuse.FuseError;
import dev.firesteel.lab.fuse.FuseReply;
import dev.firesteel.lab.fuse.FuseRequest;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers the kernel's requests to the files of a drive, at once. */
final class FileContent {
    /** KEEP_CACHE: only the kernel changes the files. */
    private static final int CACHED = 1 << 1;

    /** ASYNC_READ, WRITEBACK_CACHE: as other file systems do. */
    private static final int FEATURES = 1 | 1 << 16;

    private static final int CHANGES_MODE = 1;
    private static final int CHANGES_SIZE = 1 << 3;
    private static final int CHANGES_TIME = 1 << 5;
    private static final int NO_REPLACE = 1;
    private static final int NANOS_AT = 100;

    private final FuseConnection connection;
    private final FileTree tree;
    private final FileSpace space;
    private final Map<Long, List<FuseReply.FuseListed>> listings = new HashMap<>();
    private long listingsMade;

    FileContent(FuseConnection connection, FileTree tree, FileSpace space) {
        this.connection = connection;
        this.tree = tree;
        this.space = space;
    }

    /** Answers a request. The data of a write was written before. */
    void answer(FuseRequest request) throws IOException {
        try {
            dispatch(request);
        } catch (FuseError e) {
            connection.fail(request, e.number());
        } catch (IOException | RuntimeException e) {
            if (connection.isUnmounted()) throw e;
            System.err.println("request " + request.operation() + " failed: " + e);
            connection.fail(request, Libc.EIO);
        }
    }

    private void dispatch(FuseRequest request) throws IOException {
        switch (request.operation()) {
            case FuseRequest.FORGET, FuseRequest.BATCH_FORGET, FuseRequest.INTERRUPT -> {}
            case FuseRequest.INIT ->
                    connection.reply(
                            request,
                            out ->
                                    FuseReply.init(
                                            out,
                                            request.number(FuseRequest.READ_AHEAD_AT),
                                            FEATURES));
            case FuseRequest.GETATTR -> attributes(request, file(request));
            case FuseRequest.SETATTR -> {
                if (tree.has(request.node())) change(request, file(request));
                else reply(request, FuseAttributes.ofGone(request.node()));
            }
            case FuseRequest.OPEN -> {
                tree.open(file(request));
                connection.reply(request, out -> FuseReply.open(out, 0, CACHED));
            }
            case FuseRequest.RELEASE -> {
                TreeFile file = file(request);
                tree.close(file);
                release(file);
                done(request);
            }
            case FuseRequest.READ -> read(request);
            case FuseRequest.WRITE ->
                    connection.reply(request, out -> out.putInt(request.size()).putInt(0));
            case FuseRequest.FALLOCATE -> allocate(request);
            case FuseRequest.STATFS ->
                    connection.reply(
                            request,
                            out ->
                                    FuseReply.space(
                                            out,
                                            FuseReply.PAGE_BYTES,
                                            space.pages(),
                                            space.freePages()));
            case FuseRequest.FSYNC, FuseRequest.FLUSH, FuseRequest.FSYNCDIR, FuseRequest.DESTROY ->
                    done(request);
            default -> dispatchName(request);
        }
    }

    /** Answers requests to names and directories. */
    private void dispatchName(FuseRequest request) throws IOException {
        switch (request.operation()) {
            case FuseRequest.LOOKUP -> entry(request, tree.find(file(request), request.name()));
            case FuseRequest.MKDIR ->
                    entry(
                            request,
                            tree.createDirectory(
                                    file(request), request.names(48).get(0), request.number(40)));
            case FuseRequest.CREATE -> create(request);
            case FuseRequest.LINK -> {
                TreeFile linked = tree.file(request.longNumber(40));
                tree.link(linked, file(request), request.names(48).get(0));
                entry(request, linked);
            }
            case FuseRequest.UNLINK, FuseRequest.RMDIR -> {
                boolean isDirectory = request.operation() == FuseRequest.RMDIR;
                release(tree.remove(file(request), request.name(), isDirectory));
                done(request);
            }
            case FuseRequest.RENAME -> rename(request, request.names(48), 0);
            case FuseRequest.RENAME2 -> rename(request, request.names(56), request.number(48));
            case FuseRequest.OPENDIR -> openDirectory(request);
            case FuseRequest.READDIR -> list(request);
            case FuseRequest.RELEASEDIR -> {
                listings.remove(request.longNumber(40));
                done(request);
            }
            default -> connection.fail(request, Libc.ENOSYS);
        }
    }

    private TreeFile file(FuseRequest request) throws FuseError {
        return tree.file(request.node());
    }

    private void done(FuseRequest request) throws IOException {
        connection.reply(request, out -> {});
    }

    private void entry(FuseRequest request, TreeFile file) throws IOException {
        FuseAttributes attributes = tree.attributes(file);
        connection.reply(request, out -> FuseReply.entry(out, attributes));
    }

    private void attributes(FuseRequest request, TreeFile file) throws IOException {
        reply(request, tree.attributes(file));
    }

    private void reply(FuseRequest request, FuseAttributes attributes) throws IOException {
        connection.reply(request, out -> FuseReply.attributes(out, attributes));
    }

    private void change(FuseRequest request, TreeFile file) throws IOException {
        int changes = request.number(40);
        if ((changes & CHANGES_SIZE) != 0) {
            long bytes = request.longNumber(56);
            tree.resize(file, bytes);
            space.truncate(file, bytes);
        }
        if ((changes & CHANGES_MODE) != 0 && file.links() > 0)
            tree.setMode(file, request.number(108));
        if ((changes & CHANGES_TIME) != 0 && file.links() > 0)
            tree.setTimes(
                    file,
                    FileTime.from(
                            Instant.ofEpochSecond(
                                    request.longNumber(80), request.number(NANOS_AT))));
        attributes(request, file);
    }

    private void create(FuseRequest request) throws IOException {
        TreeFile file = tree.create(file(request), request.names(56).get(0), request.number(44));
        FuseAttributes attributes = tree.attributes(file);
        connection.reply(
                request,
                out -> {
                    FuseReply.entry(out, attributes);
                    FuseReply.open(out, 0, CACHED);
                });
    }

    private void rename(FuseRequest request, List<String> names, int flags) throws IOException {
        if ((flags & ~NO_REPLACE) != 0) throw new FuseError(Libc.EINVAL);
        release(
                tree.rename(
                        file(request),
                        names.get(0),
                        tree.file(request.longNumber(40)),
                        names.get(1),
                        flags == 0));
        done(request);
    }

    private void release(TreeFile file) {
        if (file.isGone()) space.release(file);
    }

    private void read(FuseRequest request) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(request.size());
        FileChannel from = file(request).data().getChannel();
        while (data.hasRemaining() && from.read(data, request.offset() + data.position()) > 0) {}
        connection.reply(request, out -> out.put(data.flip()));
    }

    /** Writes the data of a request, before it is answered. */
    void write(FuseRequest request) throws IOException {
        ByteBuffer data = ByteBuffer.wrap(request.data());
        FileChannel to = file(request).data().getChannel();
        while (data.hasRemaining()) {
            int written = to.write(data, request.offset() + data.position());
            if (written == 0) throw new IOException("nothing was written");
        }
    }

    /** Allocates space, or deallocates it. */
    private void allocate(FuseRequest request) throws IOException {
        TreeFile file = file(request);
        long end = request.offset() + request.length();
        switch (request.mode()) {
            case 0, Libc.KEEP_SIZE -> {
                space.allocate(file, request.offset(), request.length());
                if (request.mode() == 0 && file.data().length() < end) tree.resize(file, end);
            }
            case Libc.PUNCH_HOLE | Libc.KEEP_SIZE, Libc.ZERO_RANGE | Libc.KEEP_SIZE -> {
                tree.punchHole(file, request.offset(), request.length());
                space.trim(file, request.offset(), request.length());
            }
            default -> throw new FuseError(Libc.EOPNOTSUPP);
        }
        done(request);
    }

    private void openDirectory(FuseRequest request) throws IOException {
        long handle = ++listingsMade;
        listings.put(
                handle,
                file(request).children().entrySet().stream()
                        .map(
                                child ->
                                        new FuseReply.FuseListed(
                                                child.getKey(),
                                                child.getValue().number(),
                                                child.getValue().isDirectory()))
                        .toList());
        connection.reply(request, out -> FuseReply.open(out, handle, 0));
    }

    private void list(FuseRequest request) throws IOException {
        List<FuseReply.FuseListed> listing =
                listings.getOrDefault(request.longNumber(40), List.of());
        connection.reply(
                request,
                out -> {
                    int limit = out.position() + request.size();
                    for (int i = (int) request.offset();
                            i < listing.size()
                                    && FuseReply.listed(out, listing.get(i), i + 1L, limit);
                            i++) {}
                });
    }
}
