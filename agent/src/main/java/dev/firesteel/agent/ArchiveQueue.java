// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.SegmentDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the archive command on each pending segment file, on a dedicated thread, and deletes the
 * file once the command succeeds.
 */
final class ArchiveQueue {
    private static final Logger logger = LoggerFactory.getLogger(ArchiveQueue.class);

    /** Maximum wait for a command that is ended. */
    private static final long END_SECONDS = 10;

    /** Runs the command on a file; replaced in tests. */
    @FunctionalInterface
    interface Command {
        void run(Path file) throws IOException, InterruptedException;
    }

    private final SegmentDirectory directory;
    private final Command command;
    private final RetryingTask task;
    private volatile @Nullable Path running;

    ArchiveQueue(SegmentDirectory directory, Command command, ScheduledExecutorService executor) {
        this.directory = directory;
        this.command = command;
        task = new RetryingTask("Archiving", this::all, executor);
    }

    /** Requests a run over the pending files on the executor. Does not block. */
    void request() {
        task.request();
    }

    /**
     * Waits until the command was tried on every pending file.
     *
     * @param patienceSeconds the maximum wait
     */
    void await(long patienceSeconds) {
        task.perform(patienceSeconds, this::pending);
    }

    /** Returns what the command still has to do, in words. */
    String pending() {
        Path file = running;
        return "archive_command: %s in %s, %s"
                .formatted(
                        segments(),
                        directory.path(),
                        file == null ? "none now" : file.getFileName() + " now");
    }

    private String segments() {
        try {
            return directory.files().size() + " segments";
        } catch (IOException e) {
            return "segments";
        }
    }

    /** Runs the command on every pending file, even after failures, as a stock node does. */
    private boolean all() {
        try {
            List<Path> files = directory.files();
            int failed = 0;
            for (Path file : files) if (!isHandedOver(file)) failed++;
            if (failed > 0)
                logger.error(
                        "{} of {} segments could not be archived; they wait in {}, and are tried"
                                + " again in {} s",
                        failed,
                        files.size(),
                        directory.path(),
                        RetryingTask.RETRY_SECONDS);
            return failed == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (IOException e) {
            logger.error("Cannot list the segments in {}: {}", directory.path(), e.toString());
            return false;
        }
    }

    private boolean isHandedOver(Path file) throws InterruptedException {
        running = file;
        try {
            command.run(file);
            Files.delete(file);
            return true;
        } catch (IOException e) {
            logger.error("Archiving {} has failed: {}", file.getFileName(), e.toString());
            return false;
        } finally {
            running = null;
        }
    }

    /**
     * Stops, after archiving pending files as far as the time allows. Ends a command that takes
     * longer, with the processes that it has started.
     */
    void close(long patienceSeconds) throws IOException, InterruptedException {
        if (!task.close(patienceSeconds, this::pending)) task.interrupt(END_SECONDS);
        int left = directory.files().size();
        if (left > 0)
            logger.warn(
                    "{} segments wait in {} to be archived; the next start with Firesteel archives"
                            + " them",
                    left,
                    directory.path());
    }
}
