// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.SegmentFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

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

    private final Path file;

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

    /** Creates the file. When this returns, it survives a power loss. */
    void place() throws IOException {
        if (exists()) return;
        DurableFiles.write(file, content());
    }

    /** Deletes the file. When this returns, the deletion survives a power loss. */
    void remove() throws IOException {
        Files.deleteIfExists(file);
        DurableFiles.forceDirectory(file);
    }

    private static byte[] content() {
        byte[] header = SegmentFormat.header(VERSION, OTHER_IDENTIFIER);
        return ByteBuffer.allocate(header.length + EXPLANATION.length)
                .put(header)
                .put(EXPLANATION)
                .array();
    }
}
