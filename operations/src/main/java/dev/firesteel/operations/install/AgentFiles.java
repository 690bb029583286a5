// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.operations.home.PathRights;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The agent's files in the commit log directory: the node's identity towards its journal, and the
 * mark that the journal holds writes in no SSTable.
 *
 * @param directory the commit log directory
 * @param hasUnreplayed whether the file exists that prevents a start without Firesteel
 * @param owner the node's identifier in its journal, or null if it never had one
 * @param journalId the identifier of its last journal, if known
 * @param journal the path of its last journal, if known
 * @param lines the lines of the identity, as they were read
 */
record AgentFiles(
        Path directory,
        boolean hasUnreplayed,
        @Nullable UUID owner,
        @Nullable UUID journalId,
        @Nullable Path journal,
        List<String> lines) {
    /** The names are defined in the agent: NodeIdentity, StartGuardFile and SegmentArchive. */
    static final String IDENTITY = "firesteel.node";

    static final String POISON = "CommitLog-7-1.log";

    static final String ARCHIVING = "archiving";

    /** The beginnings of lines in the identity, as in the agent's NodeIdentity. */
    private static final String JOURNAL = "journal: ";

    private static final String JOURNAL_ID = "journal id: ";

    static AgentFiles in(Path directory) throws IOException {
        boolean hasUnreplayed = Files.exists(directory.resolve(POISON));
        Path file = directory.resolve(IDENTITY);
        if (!Files.exists(file))
            return new AgentFiles(directory, hasUnreplayed, null, null, null, List.of());
        try {
            List<String> lines = lines(file);
            String owner = value(lines, "owner: ");
            String journalId = value(lines, JOURNAL_ID);
            String journal = value(lines, JOURNAL);
            return new AgentFiles(
                    directory,
                    hasUnreplayed,
                    owner == null ? null : UUID.fromString(owner),
                    journalId == null ? null : UUID.fromString(journalId),
                    journal == null ? null : Path.of(journal),
                    lines);
        } catch (IllegalArgumentException e) {
            throw new InstallException(
                    ("%s, which identifies the node's journal, cannot be read: restore it from a"
                                    + " backup")
                            .formatted(file),
                    e);
        }
    }

    /**
     * Returns the lines of {@link #identity} without those of the journal, with which a later
     * installation refuses another one.
     */
    List<String> linesWithoutJournal() {
        return lines.stream()
                .filter(line -> !line.startsWith(JOURNAL) && !line.startsWith(JOURNAL_ID))
                .toList();
    }

    /** Returns the lines of a file; bytes that are not UTF-8 are refused. */
    private static List<String> lines(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(PathRights.read(file));
        return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString().lines().toList();
    }

    private static @Nullable String value(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()).strip())
                .findFirst()
                .orElse(null);
    }

    Path identity() {
        return directory.resolve(IDENTITY);
    }

    Path poison() {
        return directory.resolve(POISON);
    }

    Path archiving() {
        return directory.resolve(ARCHIVING);
    }

    /** Returns the number of segments pending for archive_command. */
    int unarchived() throws IOException {
        if (!Files.isDirectory(archiving())) return 0;
        try (Stream<Path> files = Files.list(archiving())) {
            return (int) files.filter(file -> file.toString().endsWith(".log")).count();
        }
    }
}
