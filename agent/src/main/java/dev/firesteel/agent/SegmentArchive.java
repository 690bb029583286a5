// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.SegmentBatch;
import dev.firesteel.export.SegmentDirectory;
import dev.firesteel.export.SegmentFiles;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.ReplayHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Archives segments as a stock commit log does. It writes each closed segment to a file, runs the
 * command on the file, and deletes the file once the command succeeds. The archive needs the
 * segment no longer once the file is written. A slow, hanging or failing command takes space beside
 * the commit log, not in the journal.
 *
 * <p>The command runs at least once for each segment. After a crash it may run again for the same
 * name, with at least the same content.
 */
final class SegmentArchive {
    private static final Logger logger = LoggerFactory.getLogger(SegmentArchive.class);

    /** A subdirectory of the commit log directory, which Cassandra does not read. */
    static final String DIRECTORY = "archiving";

    /** Reads a closed segment; replaced in tests. */
    @FunctionalInterface
    interface Reader {
        void read(long segmentId, ReplayHandler handler) throws IOException;
    }

    private final SegmentDirectory directory;
    private final ArchiveQueue queue;
    private final DirtySegments segments;
    private final Reader reader;
    private final RetryingTask task;
    private volatile Runnable onArchived = () -> {};

    /**
     * Archives nothing yet.
     *
     * @param executors returns a new executor with one thread on each call
     */
    SegmentArchive(
            Path commitLogDirectory,
            ArchiveQueue.Command command,
            DirtySegments segments,
            Reader reader,
            Supplier<ScheduledExecutorService> executors) {
        directory = in(commitLogDirectory);
        queue = new ArchiveQueue(directory, command, executors.get());
        this.segments = segments;
        this.reader = reader;
        task = new RetryingTask("Archiving", this::writeFiles, executors.get());
    }

    private static SegmentDirectory in(Path commitLogDirectory) {
        return new SegmentDirectory(commitLogDirectory.resolve(DIRECTORY));
    }

    /**
     * Deletes incomplete files left by a crash: the next start may read the same segment under
     * another identifier.
     */
    static void deleteDrafts(Path commitLogDirectory) throws IOException {
        in(commitLogDirectory).deleteDrafts();
    }

    /**
     * Checks that no segment is pending for the command.
     *
     * @throws IOException if one is pending: a restore from the archive would lack it
     */
    static void requireNoneWaiting(Path commitLogDirectory) throws IOException {
        SegmentDirectory directory = in(commitLogDirectory);
        List<Path> waiting = directory.files();
        if (waiting.isEmpty()) return;
        throw new IOException(
                ("%d segments in %s have not been archived, such as %s, and a restore"
                                + " would lack them: copy them to the archive and delete them, or start"
                                + " once with archive_command and without restore_directories")
                        .formatted(waiting.size(), directory.path(), waiting.get(0).getFileName()));
    }

    /** Sets an action that runs whenever the archive no longer needs a segment. */
    void onArchived(Runnable action) {
        onArchived = action;
    }

    /** Requests a check for segments to archive on the executor. Does not block. */
    void request() {
        task.request();
    }

    private boolean writeFiles() {
        boolean isDone = true;
        for (DirtySegment segment : segments.unarchived()) isDone &= isWritten(segment.id());
        queue.request();
        return isDone;
    }

    private boolean isWritten(long segmentId) {
        try {
            write(files -> reader.read(segmentId, files), false);
            segments.archived(segmentId);
            onArchived.run();
            return true;
        } catch (IOException | RuntimeException e) {
            logger.error(
                    "Segment {} of the journal cannot be written to {} to be archived, and stays in"
                            + " the journal; trying again in {} s: {}",
                    segmentId,
                    directory.path(),
                    RetryingTask.RETRY_SECONDS,
                    e.toString());
            return false;
        }
    }

    /** A source of segments. */
    @FunctionalInterface
    interface Source {
        void readInto(ReplayHandler handler) throws IOException;
    }

    /**
     * Writes segments to files, and requests their archiving. When this returns, the files survive
     * a power loss. If a segment is damaged, none is archived: it could replace a sound one in the
     * archive. The replay that follows handles the damage.
     *
     * @param despiteDamage whether to archive anyway, without the entries that cannot be read
     * @throws IOException if the files cannot be written
     */
    void add(Source source, boolean despiteDamage) throws IOException {
        try {
            write(source, despiteDamage);
        } catch (DamagedException e) {
            logger.error("The segments that a crash has left are not archived: {}", e.getMessage());
        } catch (IOException e) {
            throw notWritten("the journal's segments", e);
        }
        queue.request();
    }

    /**
     * Requests the archiving of files that Cassandra has written without Firesteel. When this
     * returns, they may be deleted. Cassandra runs the command on such files, too, and may have
     * archived them before.
     *
     * @throws IOException if they can neither be linked nor copied
     */
    void addStock(List<Path> files) throws IOException {
        for (Path file : files) {
            try {
                directory.add(file);
            } catch (IOException e) {
                throw notWritten("Cassandra's own segments", e);
            }
        }
        queue.request();
    }

    private IOException notWritten(String what, IOException e) {
        return new IOException(
                what
                        + " cannot be written to "
                        + directory.path()
                        + " to be archived: make it writable, or clear archive_command in"
                        + " commitlog_archiving.properties ("
                        + e
                        + ")",
                e);
    }

    /** Returns the names of the files whose command has not succeeded yet. */
    List<String> waiting() throws IOException {
        return directory.files().stream().map(file -> file.getFileName().toString()).toList();
    }

    /**
     * Waits until the command was tried on every pending file.
     *
     * @param patienceSeconds the maximum wait
     */
    void awaitHandedOver(long patienceSeconds) {
        queue.await(patienceSeconds);
    }

    private void write(Source source, boolean despiteDamage) throws IOException {
        try (SegmentBatch batch = new SegmentBatch(directory);
                SegmentFiles files = new SegmentFiles(batch)) {
            source.readInto(files);
            files.finish();
            for (Damage damage : files.damages()) {
                if (!despiteDamage) throw new DamagedException(damage);
                logger.error(
                        "The archived segments lack the entries that cannot be read: {}",
                        damage.description());
            }
            batch.publish();
        }
    }

    /** Stops, after archiving pending segments as far as the time allows. */
    void close(long patienceSeconds) {
        try {
            if (!task.close(patienceSeconds, this::unwritten))
                logger.warn("Segments of the journal could not be written to be archived");
            queue.close(patienceSeconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            logger.warn("Cannot list the segments in {}: {}", directory.path(), e.toString());
        }
    }

    private String unwritten() {
        return "%d segments of the journal to be written to %s"
                .formatted(segments.unarchived().size(), directory.path());
    }

    /** Signals that acknowledged entries cannot be read. */
    private static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedException(Damage damage) {
            super("it is damaged: " + damage.description());
        }
    }
}
