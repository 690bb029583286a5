// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFullException;
import dev.firesteel.journal.JournalPosition;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.utils.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets segments of the journal back, by flushing what keeps them and by moving on from them. */
final class SegmentRecycling {
    private static final Logger logger = LoggerFactory.getLogger(SegmentRecycling.class);

    /** A segment is closed as soon as the device has written what is on its way to it. */
    private static final long CLOSE_PATIENCE_MILLIS = 30_000;

    private final Journal journal;
    private final DirtySegments segments;
    private boolean stopped;

    SegmentRecycling(Journal journal, DirtySegments segments) {
        this.journal = journal;
        this.segments = segments;
    }

    /** Gives back what nothing needs. */
    synchronized void releaseUnused() {
        if (stopped) return;
        for (DirtySegment segment : segments.unused()) {
            journal.release(segment.id());
            segments.remove(segment);
        }
    }

    /** Nothing is given back any more: the journal is being closed. */
    synchronized void stop() {
        stopped = true;
    }

    /** Starts to flush what keeps the oldest segments; they are given back when that is done. */
    static void flush(List<DirtySegment> oldest) {
        long last = oldest.get(oldest.size() - 1).id();
        Future<?> unused =
                TableFlush.start(oldest, List.of(), endOf(last), TableFlush.Extent.OLD)
                        .addCallback(
                                done -> {},
                                failure ->
                                        logger.error(
                                                "A flush to free space has failed: {}",
                                                failure.getMessage()));
    }

    /**
     * Moves on to a new segment, and flushes until nothing needs the ones before it. Otherwise a
     * table that is dropped, and created anew under the same identifier, could get its old rows
     * back in a replay (CASSANDRA-16986).
     *
     * @param dropped tables whose entries will not be missed
     */
    void recycleAll(Collection<TableId> dropped) {
        long last = journal.position().segmentId();
        try {
            boolean rolled = roll();
            // The writes that are in the journal have to be in their memtables to be flushed.
            Keyspace.writeOrder.awaitNewBarrier();
            awaitFlush(last, dropped);
            for (TableId table : dropped) segments.forget(table, position());
            releaseUnused();
            if (!rolled) journal.roll(0);
            if (!segments.awaitLeft(last, CLOSE_PATIENCE_MILLIS) || isInUse(last))
                logger.error(
                        "Tables, or the archive, still need segments of the journal that should be free now");
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

    /**
     * Moves on to identifiers above what the tables remember, and flushes what was written below.
     *
     * @param highest see {@link IdentifierFloor}
     */
    void raiseIdentifiers(long highest) throws IOException {
        long before = journal.position().segmentId();
        // Equal is what this start itself has flushed. Nothing older can be: identifiers are above
        // the clock's milliseconds, and would have to meet in one.
        if (highest <= before) return;
        logger.warn(
                "This node's tables remember commit log segment {}, and the clock says {}: going on"
                        + " above it",
                highest,
                before);
        journal.roll(highest);
        Keyspace.writeOrder.awaitNewBarrier(); // as in recycleAll
        awaitFlush(before, List.of());
        releaseUnused();
    }

    private void awaitFlush(long last, Collection<TableId> dropped) throws IOException {
        try {
            TableFlush.start(
                            segments.upTo(last), dropped, endOf(last), TableFlush.Extent.EVERYTHING)
                    .get();
        } catch (ExecutionException e) {
            throw new IOException("a flush has failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a flush", e);
        }
    }

    private static CommitLogPosition endOf(long segmentId) {
        return new CommitLogPosition(segmentId, Integer.MAX_VALUE);
    }

    private CommitLogPosition position() {
        JournalPosition position = journal.position();
        return new CommitLogPosition(position.segmentId(), position.offset());
    }
}
