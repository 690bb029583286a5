// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the agent has left in the commit log directory: who the node is to its journal, and whether
 * that holds what is in no SSTable.
 *
 * @param directory the commit log directory
 * @param hasUnreplayed whether a Cassandra without Firesteel is kept from starting
 * @param owner the node to its journal, or null if it never had one
 * @param journalId which journal it had last, if that is known
 * @param journal where that was, if that is known
 */
record NodeMarks(
        Path directory,
        boolean hasUnreplayed,
        @Nullable UUID owner,
        @Nullable UUID journalId,
        @Nullable Path journal) {
    /** The names are the agent's: NodeIdentity, PoisonFile and SegmentArchive. */
    static final String IDENTITY = "firesteel.node";

    static final String POISON = "CommitLog-7-1.log";

    static final String ARCHIVING = "archiving";

    static NodeMarks in(Path directory) throws IOException {
        boolean hasUnreplayed = Files.exists(directory.resolve(POISON));
        Path file = directory.resolve(IDENTITY);
        if (!Files.exists(file)) return new NodeMarks(directory, hasUnreplayed, null, null, null);
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            String owner = value(lines, "owner: ");
            String journalId = value(lines, "journal id: ");
            String journal = value(lines, "journal: ");
            return new NodeMarks(
                    directory,
                    hasUnreplayed,
                    owner == null ? null : UUID.fromString(owner),
                    journalId == null ? null : UUID.fromString(journalId),
                    journal == null ? null : Path.of(journal));
        } catch (IllegalArgumentException e) {
            throw new InstallException(
                    "%s, which says whose the journal is, cannot be read: restore it from a backup"
                            .formatted(file),
                    e);
        }
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

    /** How many segments wait for archive_command. */
    int unarchived() throws IOException {
        if (!Files.isDirectory(archiving())) return 0;
        try (Stream<Path> files = Files.list(archiving())) {
            return (int) files.filter(file -> file.toString().endsWith(".log")).count();
        }
    }
}
