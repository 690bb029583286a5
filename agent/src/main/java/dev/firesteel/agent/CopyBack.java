// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalPosition;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies a journal whose file was deleted back to its path, where the next start replays it. A
 * flush would not do: Cassandra does not flush a table again whose flush has failed.
 */
final class CopyBack {
    private static final Logger logger = LoggerFactory.getLogger(CopyBack.class);

    /**
     * A copy.
     *
     * @param file where it is
     * @param key identifies the file
     * @param end the end of the journal before it was made; null if appends were pending then
     */
    private record Copy(Path file, @Nullable String key, @Nullable JournalPosition end) {}

    private final Path path;
    private final Journal journal;

    private @Nullable Copy copy;

    CopyBack(Path path, Journal journal) {
        this.path = path;
        this.journal = journal;
    }

    /**
     * Makes a copy, if there is none that holds every append. Blocks while another thread makes
     * one.
     *
     * @return false if it cannot be made; the log has the reason
     */
    synchronized boolean make() {
        Copy last = copy;
        if (last != null && isThere(last) && journal.position().equals(last.end())) return true;
        try {
            Path target = target(last);
            JournalPosition end = journal.position();
            boolean isSettled = journal.status().pendingAppends() == 0;
            journal.copyTo(target);
            copy = new Copy(target, key(target), isSettled ? end : null);
            logger.error(
                    "The journal was copied back to {}. {}Start this node again, which replays it",
                    target,
                    target.equals(path)
                            ? ""
                            : "Move it to " + path + ", in place of the other file. ");
            return true;
        } catch (IOException e) {
            logger.error(
                    "The journal cannot be copied back to its path ({}). Do not stop or drain this"
                            + " node before it is",
                    e.toString());
            return false;
        }
    }

    /** Returns whether a copy was made, even if it is not there any more. */
    synchronized boolean isMade() {
        return copy != null;
    }

    private static boolean isThere(Copy made) {
        return made.key() != null && made.key().equals(key(made.file()));
    }

    /** Returns the journal's path, or one beside it if another file is there. */
    private Path target(@Nullable Copy last) throws IOException {
        for (Path each : new Path[] {path, path.resolveSibling(path.getFileName() + ".rescued")}) {
            boolean isOurs = last != null && last.file().equals(each) && isThere(last);
            if (isOurs || Files.notExists(each)) return each;
        }
        throw new FileAlreadyExistsException(path.toString());
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
