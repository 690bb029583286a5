// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.agent.lifetime.Lifetimes;
import dev.firesteel.agent.prometheus.PrometheusEndpoint;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalKey;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.JournalStatus;
import dev.firesteel.journal.Owner;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a node's journal, or refuses to start the node. The journal and the settings are checked
 * before the first byte of the journal is written.
 *
 * @param settings the settings in firesteel.yaml
 * @param cassandra Cassandra's requirements for the commit log
 * @param writeNanos receives the duration of each write to the device
 * @param threads creates threads for background work
 * @param archive the archive command, or null
 * @param cdc the settings of change data capture; null if it is not enabled
 * @param key the encryption key of the journal, or null
 * @param lifetimes receives the journal before its first write, or null
 */
record JournalOpener(
        Settings settings,
        CassandraLimits cassandra,
        LongConsumer writeNanos,
        ThreadFactory threads,
        @Nullable ArchiveCommand archive,
        @Nullable CdcSettings cdc,
        @Nullable JournalKey key,
        @Nullable Lifetimes lifetimes) {
    private static final Logger logger = LoggerFactory.getLogger(JournalOpener.class);
    private static final int MEBIBYTE = 1 << 20;

    /** Opens the journal. Nothing is replayed yet, but writes are accepted. */
    NodeJournal open() throws Refusal {
        Path directory = cassandra.commitLogDirectory();
        StartGuardFile startGuard = new StartGuardFile(directory);
        NodeIdentity identity = NodeIdentity.read(directory);
        if (identity.journal() == null && startGuard.exists()) throw identityIsLost(directory);
        RefusedJournal refused = new RefusedJournal(settings.journal(), identity, startGuard);
        try {
            JournalInfo info = JournalReader.inspect(settings.journal());
            new JournalCheck(settings.journal(), cassandra).check(info, refused);
            String warning = refused.warningOfLostGuard(info);
            if (warning != null) logger.warn("Firesteel: {}", warning);
            identity.write(directory);
            return open(identity, startGuard);
        } catch (DeviceRefusedException e) {
            throw refused.explain(e);
        } catch (JournalException e) {
            throw new Refusal(
                    "cannot open the journal " + settings.journal() + ": " + e.getMessage(), e);
        }
    }

    private static Refusal identityIsLost(Path directory) {
        return new Refusal(
                directory.resolve(NodeIdentity.NAME)
                        + ", which names the journal's owner, is missing or names no journal, and"
                        + " the journal holds writes of this node that are in no SSTable: restore"
                        + " it from a backup, or write the line 'owner: ' with the owner that"
                        + " firesteel journal info shows, and 'journal: ' with the journal's path");
    }

    private NodeJournal open(NodeIdentity identity, StartGuardFile startGuard)
            throws Refusal, JournalException {
        DirtySegments segments = new DirtySegments(archive != null);
        SegmentEvents events = new SegmentEvents(segments, new CommitFailure(threads), writeNanos);
        if (lifetimes != null) {
            lifetimes.journal(settings.journal(), deviceBytes());
            events.onWrite(lifetimes::journalWritten);
        }
        Journal journal = Journal.open(settings.journal(), options(identity), events);
        boolean opened = false;
        try {
            JournalInfo info = JournalReader.inspect(settings.journal());
            NodeIdentity owner = identity.with(settings.journal(), info);
            owner.write(cassandra.commitLogDirectory());
            protect(startGuard);
            deleteDrafts();
            NodeJournal commitLog = commitLog(journal, segments, startGuard);
            commitLog.keep(new KeptFiles(cassandra.commitLogDirectory(), owner, startGuard));
            events.onChange(commitLog::segmentsChanged);
            events.onSettled(commitLog::recordSettled);
            commitLog.segmentsChanged(); // some may have closed before the listener was set
            opened = true;
            return commitLog;
        } finally {
            if (!opened) journal.close();
        }
    }

    /** Returns the size of a raw device, not available as a file's size; -1 for a file. */
    private long deviceBytes() throws JournalException {
        if (Files.isRegularFile(settings.journal())) return -1;
        return JournalReader.inspect(settings.journal()).deviceBytes();
    }

    private JournalOptions options(NodeIdentity identity) throws Refusal {
        if (cassandra.identifierFloor() > JournalOptions.MAX_IDENTIFIER_FLOOR)
            throw new Refusal(
                    "a file of the stock commit log in "
                            + cassandra.commitLogDirectory()
                            + " is named after segment "
                            + cassandra.identifierFloor()
                            + ", which no node has ever written: move it away");
        return new JournalOptions(
                        new Owner(identity.id(), cassandra.nodeName()),
                        cassandra.contentVersion(),
                        cassandra.identifierFloor(),
                        settings.recordsInFlight(),
                        settings.fullWait(),
                        settings.reserveSegments())
                .encryptedWith(key);
    }

    private static void protect(StartGuardFile startGuard) throws Refusal {
        try {
            startGuard.place();
        } catch (IOException e) {
            throw new Refusal("cannot write " + startGuard.path() + ": " + e.getMessage(), e);
        }
    }

    /** Deletes drafts even without archiving: they may hold writes that are now encrypted. */
    private void deleteDrafts() throws Refusal {
        try {
            SegmentArchive.deleteDrafts(cassandra.commitLogDirectory());
        } catch (IOException e) {
            throw new Refusal(
                    "cannot delete the incomplete files that a crash has left of segments to be"
                            + " archived: "
                            + e.getMessage(),
                    e);
        }
    }

    private @Nullable PrometheusEndpoint prometheus() {
        InetSocketAddress address = settings.prometheus();
        if (address == null) return null;
        return new PrometheusEndpoint(
                address, threads, lifetimes == null ? List::of : lifetimes::rows);
    }

    private NodeJournal commitLog(
            Journal journal, DirtySegments segments, StartGuardFile startGuard) {
        JournalStatus status = journal.status();
        logger.info(
                "Firesteel: the commit log is the journal {} ({} segments of {}, {} free); {}",
                settings.journal(),
                status.slots(),
                size(status.segmentBytes()),
                status.freeSlots(),
                new StorageCheck().placeOfWrites(settings.journal()));
        SpaceLimit limit = SpaceLimit.of(status, cassandra.totalSpaceBytes());
        SegmentIdFloorFile floor =
                new SegmentIdFloorFile(cassandra.commitLogDirectory(), cassandra.contentVersion());
        return new NodeJournal(
                settings.journal(),
                journal,
                segments,
                limit,
                threads,
                startGuard,
                floor,
                archive(journal, segments),
                capture(journal, segments),
                prometheus());
    }

    /** Returns a size as Cassandra's settings have it: in MiB if they are whole, else in KiB. */
    static String size(int bytes) {
        return bytes % MEBIBYTE == 0 ? bytes / MEBIBYTE + "MiB" : (bytes >> 10) + "KiB";
    }

    private @Nullable SegmentArchive archive(Journal journal, DirtySegments segments) {
        if (archive == null) return null;
        logger.info("Firesteel: segments are archived by: {}", archive.text());
        return new SegmentArchive(
                cassandra.commitLogDirectory(),
                archive::run,
                segments,
                journal::readClosed,
                () -> Executors.newSingleThreadScheduledExecutor(threads));
    }

    private @Nullable ChangeCapture capture(Journal journal, DirtySegments segments) {
        if (cdc == null) return null;
        logger.info(
                "Firesteel: change data capture copies segments to {}, at most {}MiB",
                cdc.directory(),
                cdc.totalBytes() >> 20);
        return new ChangeCapture(
                cdc,
                journal.status().segmentBytes(),
                segments,
                id -> journal.follow(id)::readOn,
                Executors.newSingleThreadScheduledExecutor(threads));
    }
}
