// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.Journal;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies a journal whose file was deleted back to its path, where the next start replays it. A
 * flush would not do: Cassandra does not flush a table again whose flush has failed.
 */
final class CopyBack {
    private static final Logger logger = LoggerFactory.getLogger(CopyBack.class);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Ten seconds. */
    private static final long PAUSES_TO_TELL = 1000;

    /** The suffix of a copy that is being written. */
    private static final String INCOMPLETE = ".firesteel-copy";

    /** The number of copies beside other files that are kept. */
    private static final int MOST_RESCUED = 9;

    /**
     * A copy.
     *
     * @param file where it is
     * @param key identifies the file
     */
    private record Copy(Path file, @Nullable String key) {}

    private final Path path;
    private final Journal journal;

    private @Nullable Copy copy;

    /**
     * Copies nothing yet.
     *
     * @param path where the journal is; its links are followed now, while they lead somewhere
     */
    CopyBack(Path path, Journal journal) {
        this.path = real(path);
        this.journal = journal;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path; // it was deleted already
        }
    }

    /**
     * Makes a copy, if there is none. Waits until no append is pending, or for another thread that
     * makes one. Appends must be rejected before.
     *
     * @return false if it cannot be made; the log has the reason
     */
    synchronized boolean make() {
        if (isKept()) return true;
        try {
            awaitSettled();
            Path file = write();
            copy = new Copy(file, key(file));
            if (file.equals(path))
                logger.error(
                        "The journal was copied back to {}. Stop this node and start it again: it"
                                + " replays the copy",
                        path);
            else
                logger.error(
                        "The journal was copied back to {}, since {} is another file. Stop this"
                                + " node, move the copy there, and start the node again: it replays"
                                + " the copy",
                        file,
                        path);
            return true;
        } catch (IOException e) {
            logger.error(
                    "The journal cannot be copied back to its path ({}). Do not stop or drain this"
                            + " node before it is",
                    e.toString());
            return false;
        }
    }

    private void awaitSettled() {
        for (long pauses = 1; !journal.isSettled(); pauses++) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
            if (pauses % PAUSES_TO_TELL == 0)
                logger.warn(
                        "The copy of the journal waits for {} writes that the drive has not"
                                + " completed. A stop waits for the copy",
                        journal.status().pendingAppends());
        }
    }

    /** Returns whether a copy was made, even if it is not there any more. */
    synchronized boolean isMade() {
        return copy != null;
    }

    /** Returns whether a copy is there. */
    synchronized boolean isKept() {
        Copy made = copy;
        return made != null && made.key() != null && made.key().equals(key(made.file()));
    }

    /** Writes a copy and returns where it is. Replaces no file but its own incomplete one. */
    private Path write() throws IOException {
        Path incomplete = path.resolveSibling(path.getFileName() + INCOMPLETE);
        Files.deleteIfExists(incomplete);
        journal.copyTo(incomplete);
        Path file;
        try {
            file = name(incomplete);
        } finally {
            Files.delete(incomplete);
        }
        DurableFiles.forceDirectory(file);
        return file;
    }

    /**
     * Links a complete copy to the journal's path, or to one beside it if another file is there.
     */
    private Path name(Path complete) throws IOException {
        String beside = path.getFileName() + ".rescued";
        for (int i = 0; i <= MOST_RESCUED; i++) {
            Path file =
                    switch (i) {
                        case 0 -> path;
                        case 1 -> path.resolveSibling(beside);
                        default -> path.resolveSibling(beside + i);
                    };
            if (isLinked(file, complete)) return file;
        }
        throw new FileAlreadyExistsException(
                path.toString(), null, "another file, and there are " + MOST_RESCUED + " copies");
    }

    private static boolean isLinked(Path file, Path complete) throws IOException {
        try {
            Files.createLink(file, complete);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /**
     * Returns what identifies a file and its content; null if there is none. The number of an inode
     * alone does not: it is used again soon after a deletion.
     */
    private static @Nullable String key(Path file) {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return found.fileKey() + " " + found.lastModifiedTime() + " " + found.size();
        } catch (IOException e) {
            return null;
        }
    }
}
