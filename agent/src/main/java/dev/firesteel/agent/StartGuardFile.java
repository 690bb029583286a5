// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.SegmentFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a Cassandra without Firesteel from starting while the journal holds writes that only it can
 * replay.
 *
 * <p>It is a commit log file with a valid header whose identifier is not the one in its name. A
 * stock Cassandra treats that as a damaged commit log and refuses to start, whatever the failure
 * policy; only {@code -Dcassandra.commitlog.ignorereplayerrors=true} overrides it.
 */
final class StartGuardFile {
    static final String NAME = "CommitLog-7-1.log";

    private static final int VERSION = 7;
    private static final long OTHER_IDENTIFIER = 2;

    // Follows the header, and is not zero: zeros would be read as an empty commit log.
    private static final byte[] EXPLANATION =
            """

            This is not a commit log. It keeps Cassandra from starting without Firesteel while
            Firesteel's journal holds writes that are not in SSTables yet. Start Cassandra with
            Firesteel and drain it (nodetool drain): this file is then removed.
            If that is impossible, run firesteel journal export, which prints the next steps.
            """
                    .getBytes(StandardCharsets.UTF_8);

    private static final Logger logger = LoggerFactory.getLogger(StartGuardFile.class);

    private final Path file;
    private boolean isPlaced;

    StartGuardFile(Path commitLogDirectory) {
        file = commitLogDirectory.resolve(NAME);
    }

    static boolean isBeside(@Nullable Path commitLogDirectory) {
        return commitLogDirectory != null && new StartGuardFile(commitLogDirectory).exists();
    }

    Path path() {
        return file;
    }

    boolean exists() {
        return Files.exists(file);
    }

    /**
     * Creates the file, or replaces a damaged one, which stock Cassandra would not refuse. When
     * this returns, it survives a power loss.
     */
    synchronized void place() throws IOException {
        if (!isEffective()) {
            if (exists()) logger.warn("Firesteel: {} was damaged, and is written again", file);
            DurableFiles.write(file, content());
        }
        isPlaced = true;
    }

    /** Returns whether the file has the header, and something behind it. */
    private boolean isEffective() throws IOException {
        byte[] header = header();
        if (!Files.isRegularFile(file) || Files.size(file) <= header.length) return false;
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(header.length), header) && in.read() != 0;
        } catch (AccessDeniedException e) {
            return true; // a stock Cassandra of this user cannot read it, either
        }
    }

    /** Creates the file again if it was deleted or damaged since {@link #place}. */
    synchronized void restore() throws IOException {
        if (!isPlaced || isEffective()) return;
        Files.createDirectories(file.resolveSibling(""));
        DurableFiles.write(file, content());
        logger.warn("Firesteel: {} was deleted or damaged, and is written again", file);
    }

    /** Deletes the file. When this returns, the deletion survives a power loss. */
    synchronized void remove() throws IOException {
        isPlaced = false;
        Files.deleteIfExists(file);
        DurableFiles.forceDirectory(file);
    }

    private static byte[] content() {
        byte[] header = header();
        return ByteBuffer.allocate(header.length + EXPLANATION.length)
                .put(header)
                .put(EXPLANATION)
                .array();
    }

    private static byte[] header() {
        return SegmentFormat.header(VERSION, OTHER_IDENTIFIER);
    }
}
