// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.JournalFullException;
import dev.firesteel.journal.JournalPosition;
import dev.firesteel.journal.JournalStatus;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.ReplaySummary;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.utils.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node's commit log is while Firesteel runs: a journal, and what the tables still need of
 * it.
 */
public final class CommitLogJournal {
    private static final Logger logger = LoggerFactory.getLogger(CommitLogJournal.class);

    /** A segment is closed as soon as the device has written what is on its way to it. */
    private static final long CLOSE_PATIENCE_MILLIS = 30_000;

    private final Journal journal;
    private final DirtySegments segments;
    private final SpaceReclaim reclaim;
    private final ExecutorService executor;
    private final PoisonFile poison;
    private volatile boolean recovered;
    private boolean closed;

    CommitLogJournal(
            Journal journal,
            DirtySegments segments,
            SpaceLimit limit,
            ExecutorService executor,
            PoisonFile poison) {
        this.journal = journal;
        this.segments = segments;
        this.executor = executor;
        this.poison = poison;
        reclaim =
                new SpaceReclaim(
                        segments, limit, executor, CommitLogJournal::flush, this::releaseUnused);
        segments.open(journal.position().segmentId());
    }

    /** Looks whether the oldest tables have to be flushed. Returns at once. */
    void requestReclaim() {
        reclaim.request();
    }

    /**
     * Appends a mutation and waits until it is on flash.
     *
     * @param entry the serialized mutation
     * @param tables the tables that it changes; each is dirty before the entry can become durable
     * @return the end of the entry
     */
    public CommitLogPosition append(ByteBuffer entry, Collection<TableId> tables)
            throws JournalFullException, JournalFailedException {
        int lastByte = entry.remaining() + JournalCheck.POSITION_OVERHEAD - 1;
        try {
            return position(
                    journal.append(
                            entry, (id, start) -> segments.mark(id, start + lastByte, tables)));
        } catch (JournalFullException e) {
            reclaim.request();
            throw e;
        }
    }

    /** At or above the end of every append that has been placed. */
    public CommitLogPosition position() {
        return position(journal.position());
    }

    private static CommitLogPosition position(JournalPosition position) {
        return new CommitLogPosition(position.segmentId(), position.offset());
    }

    /** A table's writes between the positions are in SSTables. */
    public void discardCompleted(TableId table, CommitLogPosition lower, CommitLogPosition upper) {
        segments.clean(table, lower, upper);
        releaseUnused();
    }

    /** Whether the journal holds entries of an earlier run. */
    public boolean hasEntriesToReplay() {
        return journal.hasEntriesToReplay();
    }

    /**
     * Hands every entry of earlier runs on; nothing once {@link #endRecovery} was called. Holds no
     * lock: what is replayed may be flushed meanwhile.
     */
    public ReplaySummary replay(ReplayHandler handler) throws IOException {
        if (recovered) return new ReplaySummary(0, 0, 0, 0, 0, 0);
        return journal.replay(handler);
    }

    /** What was replayed is in SSTables: gives its space back. Does nothing the second time. */
    public void endRecovery() throws IOException {
        if (recovered) return;
        journal.endRecovery();
        recovered = true;
    }

    /**
     * Moves on to identifiers above what the tables remember, and flushes what was written below.
     *
     * @param highest see {@link IdentifierFloor}
     */
    public void raiseIdentifiers(long highest) throws IOException {
        long before = journal.position().segmentId();
        if (highest < before) return;
        // At the same identifier it is, but for a coincidence, this start itself that has flushed.
        if (highest > before)
            logger.warn(
                    "This node's tables remember commit log segment {}, and the clock says {}: going"
                            + " on above it",
                    highest,
                    before);
        journal.roll(highest);
        awaitFlush(before, List.of(), TableFlush.Extent.EVERYTHING);
        releaseUnused();
    }

    /**
     * Moves on to a new segment, and flushes until nothing needs the ones before it. Otherwise a
     * table that is dropped, and created anew under the same identifier, could get its old rows
     * back in a replay (CASSANDRA-16986).
     *
     * @param dropped tables whose entries will not be missed
     */
    public void recycleAll(Collection<TableId> dropped) {
        long last = journal.position().segmentId();
        try {
            boolean rolled = roll();
            // The writes that are in the journal have to be in their memtables to be flushed.
            Keyspace.writeOrder.awaitNewBarrier();
            awaitFlush(last, dropped, TableFlush.Extent.EVERYTHING);
            for (TableId table : dropped) segments.clean(table, CommitLogPosition.NONE, position());
            releaseUnused();
            if (!rolled) journal.roll(0);
            if (!segments.awaitClosed(last, CLOSE_PATIENCE_MILLIS) || isInUse(last))
                logger.error("Tables still need segments of the journal that should be free now");
        } catch (IOException e) {
            logger.error("Recycling the journal's segments has failed: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A journal that is full can move on only after the flush that follows. */
    private boolean roll() throws JournalException {
        try {
            journal.roll(0);
            return true;
        } catch (JournalFullException e) {
            return false;
        }
    }

    private boolean isInUse(long last) {
        releaseUnused();
        return !segments.upTo(last).isEmpty();
    }

    private void awaitFlush(long last, Collection<TableId> dropped, TableFlush.Extent extent)
            throws IOException {
        CommitLogPosition end = new CommitLogPosition(last, Integer.MAX_VALUE);
        try {
            TableFlush.start(segments.upTo(last), dropped, end, extent).get();
        } catch (ExecutionException e) {
            throw new IOException("a flush has failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a flush", e);
        }
    }

    private static void flush(List<DirtySegment> oldest) {
        long last = oldest.get(oldest.size() - 1).id();
        CommitLogPosition end = new CommitLogPosition(last, Integer.MAX_VALUE);
        Future<?> unused =
                TableFlush.start(oldest, List.of(), end, TableFlush.Extent.OLD)
                        .addCallback(
                                done -> {},
                                failure ->
                                        logger.error(
                                                "A flush to free space has failed: {}",
                                                failure.getMessage()));
    }

    /** Gives back what nothing needs. */
    private synchronized void releaseUnused() {
        if (closed) return;
        for (DirtySegment segment : segments.unused()) {
            journal.release(segment.id());
            segments.remove(segment);
        }
    }

    /** The segments that this run has written and that are needed, oldest first. */
    public List<SegmentInfo> activeSegments() {
        return journal.segments().stream().filter(segment -> !segment.recovered()).toList();
    }

    /** How the journal stands. */
    public JournalStatus status() {
        return journal.status();
    }

    /**
     * Lets go of the journal. If nothing in it is missing from SSTables, a Cassandra without
     * Firesteel may start here from now on.
     */
    public void close() {
        if (recovered && holdsEntries()) recycleAll(List.of());
        executor.shutdown();
        if (letGo()) removePoison();
        else
            logger.warn(
                    "The journal holds writes that are not in SSTables: start this node with"
                            + " Firesteel again");
    }

    /** Returns whether nothing in the journal is missing from SSTables. */
    private synchronized boolean letGo() {
        boolean clean = recovered && !holdsEntries();
        closed = true;
        try {
            journal.close();
        } catch (JournalException e) {
            logger.error("Closing the journal has failed: {}", e.getMessage());
            return false;
        }
        return clean && segments.isClean();
    }

    private boolean holdsEntries() {
        return !segments.isClean() || activeSegments().stream().anyMatch(s -> s.contentBytes() > 0);
    }

    private void removePoison() {
        try {
            poison.remove();
            logger.info("The journal is drained; Cassandra may start with or without Firesteel");
        } catch (IOException e) {
            logger.error("Cannot remove {}: {}", poison.path(), e.getMessage());
        }
    }
}
