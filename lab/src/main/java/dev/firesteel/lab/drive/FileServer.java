// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of a drive, each request once the drive's model is done with it. Data that the
 * kernel writes back goes to the stream of its file's lifetime hint.
 *
 * <pre>
 *   kernel -- WRITE --> does the file have a stream? -- no --> HintReader --+
 *                                 | yes                                     |
 *                                 v  <--------------------------------------+
 *                       FileSpace: its pages --> DriveClock --> FileContent --> answer
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
        var unused =
                calls.call(
                        () -> {
                            space.startClock(tree.files(), nanos);
                            return true;
                        });
    }

    @Override
    public List<LiveReport.Live> report() {
        return calls.call(() -> List.of(space.report()));
    }

    @Override
    public @Nullable CutReport serve() throws IOException {
        Libc.wakePunctually();
        while (!connection.isUnmounted()) {
            FuseRequest request = connection.next(tend());
            if (request != null) take(request);
        }
        return null;
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
            case FuseRequest.READ, FuseRequest.WRITE, FuseRequest.FSYNC -> work(request);
            default -> content.answer(request);
        }
    }

    /** Returns whether a write has to wait for the lifetime of its file. */
    private boolean waits(TreeFile file, FuseRequest request) throws IOException {
        if (request.operation() != FuseRequest.WRITE
                || !space.lacksStream(file)
                || file.links() == 0) return false;
        if (!waiting.containsKey(file)) hints.ask(file);
        waiting.computeIfAbsent(file, each -> new ArrayDeque<>()).add(request.copy());
        return true;
    }

    private void work(FuseRequest request) throws IOException {
        try {
            TreeFile file = tree.file(request.node());
            if (waits(file, request)) return;
            List<PageRun> runs =
                    switch (request.operation()) {
                        case FuseRequest.READ -> space.find(file, request.offset(), request.size());
                        case FuseRequest.WRITE ->
                                space.allocate(file, request.offset(), request.size());
                        default -> List.of();
                    };
            DriveClock clock = space.clock();
            boolean isFlush = request.operation() == FuseRequest.FSYNC;
            if (clock == null || (runs.isEmpty() && !isFlush)) content.answer(request);
            else {
                if (request.operation() == FuseRequest.WRITE) space.written(file, runs);
                clock.add(request.copy(), runs, space.stream(file));
            }
        } catch (FuseError e) {
            connection.fail(request, e.number());
        }
    }
}
