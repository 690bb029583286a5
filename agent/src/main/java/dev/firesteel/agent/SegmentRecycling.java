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
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.utils.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Frees segments of the journal: flushes tables that need them, and moves to new segments. */
final class SegmentRecycling {
    private static final Logger logger = LoggerFactory.getLogger(SegmentRecycling.class);

    /** Maximum wait until segments are closed, archived and captured. */
    private static final long CLOSE_PATIENCE_SECONDS = 30;

    private final Journal journal;
    private final DirtySegments segments;
    private boolean stopped;

    SegmentRecycling(Journal journal, DirtySegments segments) {
        this.journal = journal;
        this.segments = segments;
    }

    /** Releases the segments that are no longer needed. */
    synchronized void releaseUnused() {
        if (stopped) return;
        for (DirtySegment segment : segments.unused()) {
            journal.release(segment.id());
            segments.remove(segment);
        }
    }

    /** Stops releasing segments, because the journal is being closed. */
    synchronized void stop() {
        stopped = true;
    }

    /** Starts to flush the tables that need the oldest segments. */
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
     * Moves to a new segment, and flushes until no earlier segment is needed. Otherwise a replay
     * could restore old rows of a table that was dropped and created anew under the same identifier
     * (CASSANDRA-16986).
     *
     * @param dropped tables whose entries can be discarded
     */
    void recycleAll(Collection<TableId> dropped) {
        long last = journal.position().segmentId();
        try {
            boolean rolled = roll();
            // Writes in the journal must be in their memtables before the flush.
            Keyspace.writeOrder.awaitNewBarrier();
            awaitFlush(last, dropped);
            for (TableId table : dropped) segments.forget(table, position());
            releaseUnused();
            if (!rolled) journal.roll(0);
            if (!isLeft(last) || isInUse(last))
                logger.error(
                        "Tables, or the archive, still need segments of the journal"
                                + " that should be free now");
        } catch (IOException e) {
            logger.error("Recycling the journal's segments has failed: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isLeft(long last) throws InterruptedException {
        return new LoggedWait(logger::info)
                .await(
                        seconds -> segments.awaitLeft(last, TimeUnit.SECONDS.toMillis(seconds)),
                        CLOSE_PATIENCE_SECONDS,
                        () ->
                                "segments of the journal, of which %d are to be written for the archive and %d for change data capture"
                                        .formatted(
                                                segments.unarchived().size(),
                                                segments.uncaptured().size()));
    }

    /** Returns false if the journal is full: it can roll only after the flush. */
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
     * Moves to identifiers above those recorded in the tables, and flushes older segments.
     *
     * @param highest the highest recorded identifier, see {@link IdentifierFloor}
     */
    void raiseIdentifiers(long highest) throws IOException {
        long before = journal.position().segmentId();
        // Equality means that this start has flushed. No earlier run can have the same identifier:
        // identifiers follow the clock's milliseconds, and both would need the same one.
        if (highest <= before) return;
        logger.warn(
                "This node's tables refer to commit log segment {}, but the clock gives {}: new"
                        + " segments are numbered above the former",
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
