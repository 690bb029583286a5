// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.SegmentDirectory;
import dev.firesteel.export.SegmentFiles;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.ReplayHandler;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Archives segments as a stock commit log would: once a segment is closed, it is written to a file,
 * which is handed to the command, and deleted when that has succeeded. The journal gets the
 * segment's space back as soon as the file is there; a command that is slow, or fails, costs room
 * beside the commit log, and none in the journal.
 *
 * <p>Each segment is handed over at least once. After a crash one may come again under its name,
 * with no less than before.
 */
final class SegmentArchive {
    /**
     * In the directory of the commit log, which has room for one: Cassandra does not look there.
     */
    static final String DIRECTORY = "archiving";

    private static final Logger logger = LoggerFactory.getLogger(SegmentArchive.class);
    private static final long RETRY_SECONDS = 10;

    /** Runs the command on a file; a seam for tests. */
    @FunctionalInterface
    interface Command {
        void run(Path file) throws IOException, InterruptedException;
    }

    /** Reads a segment that is closed; a seam for tests. */
    @FunctionalInterface
    interface Reader {
        void read(long segmentId, ReplayHandler handler) throws IOException;
    }

    private final SegmentDirectory directory;
    private final Command command;
    private final DirtySegments segments;
    private final Reader reader;
    private final ScheduledExecutorService executor;
    private final AtomicBoolean waiting = new AtomicBoolean();
    private volatile Runnable onArchived = () -> {};

    SegmentArchive(
            Path commitLogDirectory,
            Command command,
            DirtySegments segments,
            Reader reader,
            ScheduledExecutorService executor) {
        this.directory = new SegmentDirectory(commitLogDirectory.resolve(DIRECTORY));
        this.command = command;
        this.segments = segments;
        this.reader = reader;
        this.executor = executor;
    }

    /** From now on, run this whenever a segment need not be kept for the archive any more. */
    void onArchived(Runnable action) {
        onArchived = action;
    }

    /** Looks whether there is something to archive, soon and elsewhere. Returns at once. */
    void request() {
        request(0);
    }

    private void request(long delaySeconds) {
        if (!waiting.compareAndSet(false, true)) return;
        try {
            Future<?> unused = executor.schedule(this::run, delaySeconds, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            logger.debug("The journal is being closed: nothing is archived any more");
        }
    }

    private void run() {
        waiting.set(false);
        boolean isDone = writeFiles() && handOver();
        if (!isDone) request(RETRY_SECONDS);
    }

    private boolean writeFiles() {
        try {
            for (DirtySegment segment : segments.unarchived()) {
                write(files -> reader.read(segment.id(), files));
                segments.archived(segment.id());
                onArchived.run();
            }
            return true;
        } catch (IOException | RuntimeException e) {
            logger.error(
                    "A segment of the journal cannot be written to {} to be archived, and keeps its"
                            + " place in the journal; trying again in {} s: {}",
                    directory.path(),
                    RETRY_SECONDS,
                    e.toString());
            return false;
        }
    }

    /** Something that hands on segments. */
    @FunctionalInterface
    interface Source {
        void readInto(ReplayHandler handler) throws IOException;
    }

    /**
     * Writes segments to files, and has them archived soon. When this returns, the files would
     * survive a loss of power.
     *
     * @throws IOException if they cannot be written
     */
    void add(Source source) throws IOException {
        try {
            write(source);
        } catch (FileSystemException e) {
            throw new IOException(
                    "the journal's segments cannot be written to "
                            + directory.path()
                            + " to be archived: make that possible, or clear archive_command in"
                            + " commitlog_archiving.properties ("
                            + e
                            + ")",
                    e);
        }
        request();
    }

    private void write(Source source) throws IOException {
        try (SegmentFiles files = new SegmentFiles(directory)) {
            source.readInto(files);
            files.finish();
            for (Damage damage : files.damages())
                logger.error(
                        "What is archived lacks what cannot be read: {}", damage.description());
        }
    }

    private boolean handOver() {
        try {
            for (Path file : directory.files()) {
                command.run(file);
                Files.delete(file);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (IOException | RuntimeException e) {
            logger.error(
                    "Archiving has failed, and is tried again in {} s; until then segments wait in {}:"
                            + " {}",
                    RETRY_SECONDS,
                    directory.path(),
                    e.toString());
            return false;
        }
    }

    /** Archives what waits, as far as that goes within a time, and takes nothing more. */
    void close(long patienceSeconds) {
        request();
        executor.shutdown();
        try {
            boolean hasEnded = executor.awaitTermination(patienceSeconds, TimeUnit.SECONDS);
            int left = directory.files().size();
            if (!hasEnded || left > 0)
                logger.warn(
                        "{} segments wait in {} to be archived; the next start with Firesteel goes"
                                + " on",
                        left,
                        directory.path());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            logger.warn("Cannot look into {}: {}", directory.path(), e.toString());
        }
    }
}
