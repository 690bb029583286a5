// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.SegmentDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the archive command on each pending segment file, on a dedicated thread, and deletes the
 * file once the command succeeds.
 */
final class ArchiveQueue {
    private static final Logger logger = LoggerFactory.getLogger(ArchiveQueue.class);

    /** Runs the command on a file; replaced in tests. */
    @FunctionalInterface
    interface Command {
        void run(Path file) throws IOException, InterruptedException;
    }

    private final SegmentDirectory directory;
    private final Command command;
    private final RetryingTask task;

    ArchiveQueue(SegmentDirectory directory, Command command, ScheduledExecutorService executor) {
        this.directory = directory;
        this.command = command;
        task = new RetryingTask("Archiving", this::all, executor);
    }

    /** Requests a run over the pending files on the executor. Does not block. */
    void request() {
        task.request();
    }

    /** Waits until the command was tried on every pending file. */
    void await() {
        task.perform();
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
        try {
            command.run(file);
            Files.delete(file);
            return true;
        } catch (IOException e) {
            logger.error("Archiving {} has failed: {}", file.getFileName(), e.toString());
            return false;
        }
    }

    /** Stops, after archiving pending files as far as the time allows. */
    void close(long patienceSeconds) throws IOException, InterruptedException {
        boolean hasEnded = task.close(patienceSeconds);
        int left = directory.files().size();
        if (!hasEnded || left > 0)
            logger.warn(
                    "{} segments wait in {} to be archived; the next start with Firesteel archives"
                            + " them",
                    left,
                    directory.path());
    }
}
