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
 * Archives segments as a stock commit log would: once a segment is closed, it is written to a file,
 * which is handed to the command, and deleted when that has succeeded. The journal gets the
 * segment's space back as soon as the file is there; a command that is slow, hangs, or fails costs
 * room beside the commit log, and none in the journal.
 *
 * <p>Each segment is handed over at least once. After a crash one may come again under its name,
 * with no less than before.
 */
final class SegmentArchive {
    private static final Logger logger = LoggerFactory.getLogger(SegmentArchive.class);

    /** In the directory of the commit log: Cassandra does not look there. */
    static final String DIRECTORY = "archiving";

    /** Reads a segment that is closed; a seam for tests. */
    @FunctionalInterface
    interface Reader {
        void read(long segmentId, ReplayHandler handler) throws IOException;
    }

    private final SegmentDirectory directory;
    private final HandOver handOver;
    private final DirtySegments segments;
    private final Reader reader;
    private final RetriedTask task;
    private volatile Runnable onArchived = () -> {};

    /**
     * Archives nothing yet.
     *
     * @param executors gives one of one thread each time
     */
    SegmentArchive(
            Path commitLogDirectory,
            HandOver.Command command,
            DirtySegments segments,
            Reader reader,
            Supplier<ScheduledExecutorService> executors) {
        directory = in(commitLogDirectory);
        handOver = new HandOver(directory, command, executors.get());
        this.segments = segments;
        this.reader = reader;
        task = new RetriedTask("Archiving", this::writeFiles, executors.get());
    }

    private static SegmentDirectory in(Path commitLogDirectory) {
        return new SegmentDirectory(commitLogDirectory.resolve(DIRECTORY));
    }

    /**
     * Deletes what a crash has left of files that were being written: the next start may read the
     * same segment under another identifier.
     */
    static void deleteDrafts(Path commitLogDirectory) throws IOException {
        in(commitLogDirectory).deleteDrafts();
    }

    /**
     * Sees that no segment waits for the command.
     *
     * @throws IOException if one does: an archive without it is not to be restored from
     */
    static void requireNoneWaiting(Path commitLogDirectory) throws IOException {
        SegmentDirectory directory = in(commitLogDirectory);
        List<Path> waiting = directory.files();
        if (waiting.isEmpty()) return;
        throw new IOException(
                "%d segments in %s have not been archived, such as %s, and a restore would lack them: copy them to the archive and delete them, or start once with archive_command and without restore_directories"
                        .formatted(waiting.size(), directory.path(), waiting.get(0).getFileName()));
    }

    /** From now on, run this whenever a segment need not be kept for the archive any more. */
    void onArchived(Runnable action) {
        onArchived = action;
    }

    /** Looks whether there is something to archive, soon and elsewhere. Returns at once. */
    void request() {
        task.request();
    }

    private boolean writeFiles() {
        boolean isDone = true;
        for (DirtySegment segment : segments.unarchived()) isDone &= isWritten(segment.id());
        handOver.request();
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
                    "Segment {} of the journal cannot be written to {} to be archived, and keeps its"
                            + " place in the journal; trying again in {} s: {}",
                    segmentId,
                    directory.path(),
                    RetriedTask.RETRY_SECONDS,
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
     * survive a loss of power. What is damaged is not archived, lest it replace what the archive
     * has; the replay, which comes next, is the judge of it.
     *
     * @param despiteDamage whether it is archived all the same, without what cannot be read
     * @throws IOException if they cannot be written
     */
    void add(Source source, boolean despiteDamage) throws IOException {
        try {
            write(source, despiteDamage);
        } catch (DamagedException e) {
            logger.error("What a crash has left is not archived: {}", e.getMessage());
        } catch (IOException e) {
            throw new IOException(
                    "the journal's segments cannot be written to "
                            + directory.path()
                            + " to be archived: make that possible, or clear archive_command in"
                            + " commitlog_archiving.properties ("
                            + e
                            + ")",
                    e);
        }
        handOver.request();
    }

    /** Returns the names of the files whose command has not succeeded yet. */
    List<String> waiting() throws IOException {
        return directory.files().stream().map(file -> file.getFileName().toString()).toList();
    }

    /** Waits until the command was tried on everything that waits. */
    void awaitHandedOver() {
        handOver.await();
    }

    private void write(Source source, boolean despiteDamage) throws IOException {
        try (SegmentBatch batch = new SegmentBatch(directory);
                SegmentFiles files = new SegmentFiles(batch)) {
            source.readInto(files);
            files.finish();
            for (Damage damage : files.damages()) {
                if (!despiteDamage) throw new DamagedException(damage);
                logger.error(
                        "What is archived lacks what cannot be read: {}", damage.description());
            }
            batch.publish();
        }
    }

    /** Archives what waits, as far as that goes within a time, and takes nothing more. */
    void close(long patienceSeconds) {
        try {
            if (!task.close(patienceSeconds))
                logger.warn("Segments of the journal could not be written to be archived");
            handOver.close(patienceSeconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            logger.warn("Cannot look into {}: {}", directory.path(), e.toString());
        }
    }

    /** Something acknowledged cannot be read. */
    private static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedException(Damage damage) {
            super("it is damaged: " + damage.description());
        }
    }
}
