// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.lab.fuse.FuseConnection;
import dev.firesteel.lab.fuse.FuseError;
import dev.firesteel.lab.fuse.FuseRequest;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of a drive. Reads, writes and flushes are answered once the drive's model is
 * done with them. Data that the kernel writes back goes to the stream of its file's lifetime hint.
 *
 * <pre>
 *   kernel -- WRITE --> FileContent --> does the file have a stream? -- no --> HintReader --+
 *                                                 | yes                                     |
 *                                                 v  <--------------------------------------+
 *                                       FileSpace: its pages --> DriveClock --> answer
 * </pre>
 */
final class FileServer implements Server {
    /** The longest wait for a request. */
    private static final long PATIENCE_NANOS = 50_000_000;

    /** The longest wait while a hint is being read. */
    private static final long HINT_PATIENCE_NANOS = 100_000;

    private final FuseConnection connection;
    private final FileTree tree;
    private final FileSpace space;
    private final FileContent content;
    private final LongSupplier nanos;
    private final HintReader hints;
    private final Map<TreeFile, Queue<FuseRequest>> waiting = new HashMap<>();
    private final ServerCalls calls = new ServerCalls();

    /**
     * Mounts the files in the drive's directory. They must be served at once.
     *
     * @param nanos a clock in nanoseconds, of any origin
     * @throws IOException if they cannot be on the drive; the message gives the reason
     */
    FileServer(FileDriveSettings settings, LongSupplier nanos) throws IOException {
        this.nanos = nanos;
        tree = new FileTree(Path.of(settings.directory()));
        space = new FileSpace(settings);
        for (TreeFile file : tree.files())
            if (!file.isDirectory()) space.adopt(file, tree.attributes(file).bytes());
        Path mountPoint = Path.of(settings.mountPoint());
        hints = new HintReader(mountPoint, nanos);
        connection = FuseConnection.mount(mountPoint);
        content = new FileContent(connection, tree, space);
    }

    @Override
    public void startClocks() {
        calls.run(() -> space.startClock(tree.files(), nanos));
    }

    @Override
    public List<LiveReport.Live> report() {
        return calls.call(() -> List.of(space.report(hints.unread())));
    }

    @Override
    public @Nullable CutReport serve() throws IOException {
        Libc.wakePunctually();
        Libc.writeForOthers();
        while (true) { // until the process ends
            FuseRequest request = connection.next(tend());
            if (request != null) take(request);
            else if (connection.isUnmounted()) LockSupport.parkNanos(PATIENCE_NANOS);
        }
    }

    /** Answers requests that are due, and returns how long to wait for the next, in nanoseconds. */
    private long tend() throws IOException {
        for (HintReader.Answer read = hints.poll(); read != null; read = hints.poll()) {
            space.place(read.file(), read.hint());
            Queue<FuseRequest> writes = waiting.remove(read.file());
            if (writes != null) for (FuseRequest write : writes) work(write);
        }
        DriveClock clock = space.clock();
        long next = hints.isBusy() ? HINT_PATIENCE_NANOS : PATIENCE_NANOS;
        if (clock != null) {
            for (FuseRequest due = clock.poll(); due != null; due = clock.poll())
                content.answer(due);
            next = Math.min(next, clock.nanosToNext());
        }
        calls.carryOut();
        return next;
    }

    /** Answers a request, or holds it until the drive is done with it. */
    private void take(FuseRequest request) throws IOException {
        switch (request.operation()) {
            case FuseRequest.WRITE -> write(request);
            case FuseRequest.READ, FuseRequest.FSYNC -> work(request.copy());
            default -> content.answer(request);
        }
    }

    /** Takes the data of a write, and holds its answer. */
    private void write(FuseRequest request) throws IOException {
        TreeFile file;
        try {
            file = tree.file(request.node());
            space.allocate(file, request.offset(), request.size());
            content.write(request);
        } catch (FuseError e) {
            connection.fail(request, e.number());
            return;
        } catch (IOException | RuntimeException e) {
            System.err.println("a write failed: " + e);
            connection.fail(request, Libc.EIO);
            return;
        }
        FuseRequest header = request.copyOfHeader();
        if (file.links() > 0) hints.ask(file);
        if (file.links() == 0 || !space.lacksStream(file)) work(header);
        else waiting.computeIfAbsent(file, each -> new ArrayDeque<>()).add(header);
    }

    /** Hands a request, in a copy that stays valid, to the drive's model. */
    private void work(FuseRequest request) throws IOException {
        boolean isFlush = request.operation() == FuseRequest.FSYNC;
        try {
            TreeFile file = tree.file(request.node());
            List<PageRun> runs =
                    isFlush ? List.of() : space.find(file, request.offset(), request.size());
            DriveClock clock = space.clock();
            if (clock == null || (runs.isEmpty() && !isFlush)) content.answer(request);
            else {
                if (request.operation() == FuseRequest.WRITE) space.written(file, runs);
                clock.add(request, runs, space.stream(file));
            }
        } catch (FuseError e) {
            connection.fail(request, e.number());
        }
    }
}
