// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalStatus;
import dev.firesteel.journal.Owner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a node's journal, or says why the node must not start.
 *
 * @param settings what firesteel.yaml says
 * @param commitLogDirectory Cassandra's; our own small files lie there, too
 * @param nodeName what other nodes that find this journal are told
 * @param contentVersion the version of Cassandra's commit log, which says how mutations are written
 * @param identifierFloor the highest identifier of a stock commit log file, or 0
 * @param maxMutationBytes what Cassandra allows a mutation to have, with its overhead
 * @param totalSpaceBytes what Cassandra allows its commit log to occupy
 * @param threads for what must not be done on the threads of others
 */
record StartUp(
        Settings settings,
        Path commitLogDirectory,
        String nodeName,
        int contentVersion,
        long identifierFloor,
        int maxMutationBytes,
        long totalSpaceBytes,
        ThreadFactory threads) {
    private static final Logger logger = LoggerFactory.getLogger(StartUp.class);

    /** Opens the journal. Nothing is replayed yet, but writes can come. */
    CommitLogJournal open() throws Refusal {
        PoisonFile poison = new PoisonFile(commitLogDirectory);
        NodeIdentity identity = NodeIdentity.read(commitLogDirectory);
        identity.write(commitLogDirectory);
        DirtySegments segments = new DirtySegments();
        SegmentEvents events = new SegmentEvents(segments, new CommitFailure(threads));
        Journal journal = open(identity, poison, events);
        try {
            return run(journal, identity, poison, segments, events);
        } catch (Refusal | RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private Journal open(NodeIdentity identity, PoisonFile poison, SegmentEvents events)
            throws Refusal {
        JournalOptions options =
                new JournalOptions(
                        new Owner(identity.id(), nodeName),
                        contentVersion,
                        identifierFloor,
                        settings.recordsInFlight(),
                        settings.fullWait(),
                        settings.reserveSegments());
        try {
            return Journal.open(settings.journal(), options, events);
        } catch (DeviceRefusedException e) {
            throw new RefusedJournal(settings.journal(), identity, poison).explain(e);
        } catch (JournalException e) {
            throw new Refusal(
                    "cannot open the journal " + settings.journal() + ": " + e.getMessage(), e);
        }
    }

    private CommitLogJournal run(
            Journal journal,
            NodeIdentity identity,
            PoisonFile poison,
            DirtySegments segments,
            SegmentEvents events)
            throws Refusal {
        checkMaxMutation(journal);
        protect(poison);
        identity.withJournal(settings.journal()).write(commitLogDirectory);
        JournalStatus status = journal.status();
        ExecutorService executor = Executors.newSingleThreadExecutor(threads);
        CommitLogJournal opened =
                new CommitLogJournal(
                        journal,
                        segments,
                        SpaceLimit.of(status, totalSpaceBytes, settings.reserveSegments()),
                        executor,
                        poison);
        events.onChange(opened::requestReclaim);
        tell(status);
        return opened;
    }

    private void checkMaxMutation(Journal journal) throws Refusal {
        int needed = maxMutationBytes - CommitLogJournal.ENTRY_OVERHEAD;
        if (journal.maxEntryBytes() < needed)
            throw new Refusal(
                    "the segments of the journal "
                            + settings.journal()
                            + " hold mutations of up to "
                            + journal.maxEntryBytes()
                            + " bytes, and max_mutation_size allows "
                            + needed
                            + ": lower max_mutation_size in cassandra.yaml, or format a journal with"
                            + " larger segments");
    }

    private static void protect(PoisonFile poison) throws Refusal {
        try {
            poison.place();
        } catch (IOException e) {
            throw new Refusal("cannot write " + poison.path() + ": " + e.getMessage(), e);
        }
    }

    private void tell(JournalStatus status) {
        logger.info(
                "Firesteel: the commit log is the journal {} ({} segments of {} MiB, {} free); every"
                        + " acknowledged write is on flash",
                settings.journal(),
                status.slots(),
                status.segmentBytes() >> 20,
                status.freeSlots());
    }
}
