// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.SegmentDirectory;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores archived segments into the commit log directory, as Cassandra does, but passes over the
 * files that Firesteel keeps beside segments, and names a file that stops the restore.
 *
 * @param commitLogDirectory where segments are replayed from
 * @param command the restore command with %from and %to; blank if there is none
 * @param headers reads the headers of segments
 */
public record ArchiveRestore(Path commitLogDirectory, String command, Headers headers) {
    private static final Logger logger = LoggerFactory.getLogger(ArchiveRestore.class);

    /** Reads the headers of segments. */
    @FunctionalInterface
    public interface Headers {
        /**
         * Returns the name under which a segment is replayed.
         *
         * @throws IOException if the file is not a segment that this Cassandra can replay
         */
        String segmentName(Path file) throws IOException;
    }

    /**
     * Restores every segment of a directory that is not in the commit log directory.
     *
     * @throws IOException if the directory holds anything else, or the command fails
     */
    void restore(Path directory) throws IOException {
        for (Path file : files(directory)) {
            if (!isOwn(file)) restoreFile(file);
            else logger.info("Firesteel: {} holds no segment, and is not restored", file);
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new IOException("cannot list %s of restore_directories".formatted(directory), e);
        }
    }

    private static boolean isOwn(Path file) throws IOException {
        if (file.endsWith(DamagedSegments.DIRECTORY) && Files.isDirectory(file)) return true;
        if (!file.endsWith(SegmentArchive.DIRECTORY) || !Files.isDirectory(file))
            return OwnFiles.contains(file);
        if (new SegmentDirectory(file).files().isEmpty()) return true;
        throw new IOException(
                "%s holds segments that were never archived, and a restore would lack them: move them into %s"
                        .formatted(file, file.resolveSibling("")));
    }

    private void restoreFile(Path file) throws IOException {
        Path target = commitLogDirectory.resolve(segmentName(file));
        if (Files.exists(target)) return;
        if (command.isBlank())
            throw new IOException(
                    "restore_directories is set in commitlog_archiving.properties, and"
                            + " restore_command is not");
        ExternalCommand run =
                new ExternalCommand(
                        command.replace("%from", file.toString())
                                .replace("%to", target.toString()));
        try {
            ExternalCommand.Outcome outcome =
                    run.run(commitLogDirectory, "the start waits for this restore_command");
            if (outcome.code() != 0)
                throw new IOException(
                        "restore_command, '%s', ended with %d%s"
                                .formatted(run.text(), outcome.code(), outcome.said()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while restoring " + file);
        }
    }

    private String segmentName(Path file) throws IOException {
        try {
            return headers.segmentName(file);
        } catch (IOException e) {
            throw new IOException(
                    "%s, in restore_directories, is no segment that can be restored: %s. Move it away"
                            .formatted(file, e.getMessage()),
                    e);
        }
    }
}
