// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.Owner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The identity of this node towards its journal: the file {@code firesteel.node} in the commit log
 * directory.
 *
 * @param id the owner's identifier in the journal
 * @param journal the path of the node's last journal, or null if it never had one
 * @param journalId the identifier of that journal, or null if unknown
 * @param opened the number of times it had been opened; an earlier copy has a lower number
 */
record NodeIdentity(UUID id, @Nullable Path journal, @Nullable UUID journalId, long opened) {
    static final String NAME = "firesteel.node";

    private static final String OWNER = "owner: ";
    private static final String JOURNAL = "journal: ";
    private static final String JOURNAL_ID = "journal id: ";
    private static final String OPENED = "opened: ";

    /**
     * Creates the identity of a node without a journal, or with only the path of its journal known.
     */
    NodeIdentity(UUID id, @Nullable Path journal) {
        this(id, journal, null, 0);
    }

    /** Reads the identity, or creates a new one; {@link #write} stores it. */
    static NodeIdentity read(Path commitLogDirectory) throws Refusal {
        Path file = commitLogDirectory.resolve(NAME);
        try {
            return parse(Files.readAllLines(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return new NodeIdentity(UUID.randomUUID(), null);
        } catch (AccessDeniedException e) {
            throw new Refusal(
                    "this user may not read "
                            + file
                            + ", which names the journal's owner: give it to the user that runs"
                            + " Cassandra (chown).",
                    e);
        } catch (IOException | IllegalArgumentException e) {
            throw new Refusal(
                    file
                            + ", which names the journal's owner, cannot be read ("
                            + e.getMessage()
                            + "): restore it from a backup, or write its lines 'owner: ', with the"
                            + " owner that firesteel journal info shows, and 'journal: ', with the"
                            + " journal's path.",
                    e);
        }
    }

    /** Returns whether a journal has no owner yet, or this node. */
    boolean mayOwn(JournalInfo journal) {
        Owner owner = journal.owner();
        return owner == null || owner.id().equals(id);
    }

    private static NodeIdentity parse(List<String> lines) {
        String owner = value(lines, OWNER);
        if (owner == null) throw new IllegalArgumentException("it has no line '" + OWNER + "'");
        String journal = value(lines, JOURNAL);
        String journalId = value(lines, JOURNAL_ID);
        String opened = value(lines, OPENED);
        return new NodeIdentity(
                UUID.fromString(owner),
                journal == null ? null : Path.of(journal),
                journalId == null ? null : UUID.fromString(journalId),
                opened == null ? 0 : count(opened));
    }

    private static long count(String text) {
        long count = Long.parseLong(text);
        if (count < 0) throw new IllegalArgumentException("it counts " + count + " openings");
        return count;
    }

    private static @Nullable String value(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()).strip())
                .findFirst()
                .orElse(null);
    }

    /** Returns the same identity with the journal that the node has opened. */
    NodeIdentity with(Path path, JournalInfo info) {
        return new NodeIdentity(id, path, info.journalId(), info.openings());
    }

    /** Writes the identity. When this returns, it survives a power loss. */
    void write(Path commitLogDirectory) throws Refusal {
        Path file = commitLogDirectory.resolve(NAME);
        String content =
                "# The owner of the journal. Without this file the node cannot open it.\n"
                        + (OWNER + id + "\n")
                        + (journal == null ? "" : JOURNAL + journal + "\n")
                        + (journalId == null ? "" : JOURNAL_ID + journalId + "\n")
                        + (opened == 0 ? "" : OPENED + opened + "\n");
        try {
            DurableFiles.write(file, content.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Refusal("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
