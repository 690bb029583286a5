// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static java.util.Objects.requireNonNull;

import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.Owner;
import dev.firesteel.journal.ReplaySummary;
import dev.firesteel.journal.ShellWord;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses journals that cannot be used, with advice.
 *
 * @param journal the journal in question
 * @param identity the identity of this node, and its last journal
 * @param startGuard the file that exists while writes of this node are only in a journal
 */
record RefusedJournal(Path journal, NodeIdentity identity, StartGuardFile startGuard) {
    private static final Logger logger = LoggerFactory.getLogger(RefusedJournal.class);

    /**
     * Refuses any but the node's last journal while writes of this node are in no SSTable. Refuses
     * an old copy with writes always: some may have been deleted since.
     */
    void checkSame(JournalInfo info) throws Refusal {
        boolean isOld =
                info.journalId().equals(identity.journalId())
                        && info.openings() < identity.opened();
        if (!startGuard.exists()) {
            if (isOld && !info.segments().isEmpty())
                throw new Refusal(
                        oldCopy(info)
                                + ", and holds writes that may have been deleted since: set"
                                + " journal_path to the journal itself, or make a new one");
            if (identity.journal() == null && !identity.mayOwn(info) && !info.isClean())
                throw foreign(requireNonNull(info.owner()));
            requireLastIsClean(info);
            return;
        }
        if (info.owner() == null)
            throw new Refusal(bringBack("the journal " + journal + " is a new one"));
        if (identity.journalId() != null && !identity.journalId().equals(info.journalId()))
            throw new Refusal(
                    bringBack(
                            "the journal " + journal + " is not the one that this node last had"));
        if (isOld) throw new Refusal(bringBack(oldCopy(info)));
    }

    /** Refuses another journal while the last one holds writes that its start would replay. */
    private void requireLastIsClean(JournalInfo info) throws Refusal {
        Path last = identity.journal();
        UUID lastId = identity.journalId();
        if (last == null || lastId == null || lastId.equals(info.journalId())) return;
        ReplaySummary left = left(last, lastId);
        if (left == null || left.isEmpty()) return;
        throw new Refusal(
                "the last journal of this node, "
                        + last
                        + ", holds "
                        + left.entries()
                        + " writes "
                        + (left.damages() > 0 ? "and damage " : "")
                        + "that may be in no SSTable, and journal_path names another journal, "
                        + journal
                        + ". To bring them back, set journal_path to "
                        + last
                        + ", start the node and drain it. If they were exported, or are to be given"
                        + " up, delete the lines 'journal: ' and 'journal id: ' from "
                        + startGuard.path().resolveSibling(NodeIdentity.NAME));
    }

    /**
     * Returns a warning if the file is missing that guards the writes of this node's journal, as
     * after a start without Firesteel that ignored replay errors; otherwise null.
     */
    @Nullable String warningOfLostGuard(JournalInfo info) {
        if (startGuard.exists() || !info.journalId().equals(identity.journalId())) return null;
        ReplaySummary left = left(journal, info.journalId());
        if (left == null || left.isEmpty()) return null;
        return startGuard.path()
                + " is missing, and the journal "
                + journal
                + " holds "
                + left.entries()
                + " writes that may be in no SSTable: this start replays them. If Cassandra has run"
                + " without Firesteel meanwhile, rows that it truncated or purged may come back";
    }

    /**
     * Returns what a start would replay of the journal at a path; null if there is another one, or
     * if it cannot be read: then the log has a warning.
     */
    private static @Nullable ReplaySummary left(Path last, UUID lastId) {
        if (Files.notExists(last)) return null;
        try {
            return JournalReader.inspect(last).journalId().equals(lastId)
                    ? JournalReader.count(last)
                    : null;
        } catch (IOException e) {
            logger.warn(
                    "Firesteel: the last journal of this node, {}, cannot be read, and may hold"
                            + " writes that are in no SSTable: {}",
                    last,
                    e.getMessage());
            return null;
        }
    }

    private Refusal foreign(Owner owner) {
        return new Refusal(
                journal
                        + " holds the journal of another owner: "
                        + owner.name()
                        + " ("
                        + owner.id()
                        + "), and this node has had no journal. If it is this node's, and its file"
                        + " was lost, write the line 'owner: "
                        + owner.id()
                        + "' into "
                        + startGuard.path().resolveSibling(NodeIdentity.NAME)
                        + ". If this node is begun anew, or replaces another, delete that journal");
    }

    private String oldCopy(JournalInfo info) {
        return "the journal "
                + journal
                + " is an old copy, opened "
                + info.openings()
                + (info.openings() == 1 ? " time and not " : " times and not ")
                + identity.opened();
    }

    Refusal explain(DeviceRefusedException e) {
        String problem =
                switch (e.reason()) {
                    case UNREACHABLE -> unreachable(e);
                    case BLANK -> journal + " is blank";
                    default -> message(e);
                };
        return new Refusal(problem + advice(e.reason()), e);
    }

    private String unreachable(DeviceRefusedException e) {
        try {
            Files.readAttributes(journal, BasicFileAttributes.class);
            return message(e);
        } catch (NoSuchFileException missing) {
            return "there is no journal at " + journal;
        } catch (AccessDeniedException closed) {
            return "this user may not access the journal "
                    + journal
                    + ": a directory above it is closed; open it to the user that runs Cassandra";
        } catch (IOException unseen) {
            return "the journal cannot be accessed: " + unseen.getMessage();
        }
    }

    private static String message(DeviceRefusedException e) {
        return String.valueOf(e.getMessage());
    }

    private String advice(DeviceRefusedException.Reason reason) {
        boolean isGone =
                reason == DeviceRefusedException.Reason.UNREACHABLE && Files.notExists(journal);
        boolean isBlank = reason == DeviceRefusedException.Reason.BLANK;
        boolean isOther = reason == DeviceRefusedException.Reason.FOREIGN;
        if (startGuard.exists() && (isGone || isBlank || isOther)) return bringBack("");
        if (reason == DeviceRefusedException.Reason.KEY)
            return "; start once more with the former key (key_alias in"
                    + " transparent_data_encryption_options), drain the node, and only then change"
                    + " the key or disable encryption";
        if (isGone)
            return "; make one: firesteel journal format --size 4GiB " + ShellWord.of(journal);
        if (isBlank) return "; format it: firesteel journal format " + ShellWord.of(journal);
        return "";
    }

    private String bringBack(String problem) {
        Path last = identity.journal() == null ? journal : identity.journal();
        return problem
                + "; writes of this node that are in no SSTable are in its journal "
                + last
                + (last.equals(journal) && identity.journalId() != null
                        ? ", of which the identifier was " + identity.journalId()
                        : "")
                + ": bring it back, or set journal_path to where it is now. To give those writes up"
                + " for good, delete "
                + startGuard.path();
    }
}
