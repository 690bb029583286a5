// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.utils.IntegerInterval;

/**
 * Tracks which tables have entries in a segment that are not in SSTables yet.
 *
 * <p>An entry is tracked at the offset of its last byte, and a flush covers entries that end in
 * (lower, upper]. As positions are ends of entries, the last byte of an entry lies strictly between
 * two positions. A flush therefore never covers the entry that starts where the flush ends.
 */
final class DirtySegment {
    private final long id;
    private final ConcurrentMap<TableId, IntegerInterval> dirty = new ConcurrentHashMap<>();
    private final Map<TableId, IntegerInterval.Set> clean = new HashMap<>();
    private boolean closed;
    private boolean archived;
    private volatile boolean uncaptured;

    /**
     * @param isArchived whether the archive does not need the segment
     */
    DirtySegment(long id, boolean isArchived) {
        this.id = id;
        this.archived = isArchived;
    }

    long id() {
        return id;
    }

    /**
     * Marks the table dirty with an entry whose last byte is at the offset. Thread-safe, without a
     * lock.
     */
    void mark(TableId table, int lastOffset) {
        do {
            IntegerInterval interval = dirty.get(table);
            if (interval == null)
                interval =
                        dirty.computeIfAbsent(
                                table, t -> new IntegerInterval(lastOffset, lastOffset));
            interval.expandToCover(lastOffset);
        } while (!isMarked(table, lastOffset)); // removed by forget() meanwhile
    }

    private boolean isMarked(TableId table, int lastOffset) {
        IntegerInterval interval = dirty.get(table);
        return interval != null && interval.lower() <= lastOffset && lastOffset <= interval.upper();
    }

    /** Marks the table's entries that end in (lower, upper] as flushed or discarded. */
    synchronized void clean(TableId table, CommitLogPosition lower, CommitLogPosition upper) {
        if (lower.segmentId > id || upper.segmentId < id || !dirty.containsKey(table)) return;
        int start = lower.segmentId == id ? lower.position : 0;
        int end = upper.segmentId == id ? upper.position : Integer.MAX_VALUE;
        clean.computeIfAbsent(table, t -> new IntegerInterval.Set()).add(start, end);
    }

    /**
     * Discards the entries of a dropped table up to the position. If the table is created anew
     * under the same identifier, its later flushes need not cover them.
     */
    synchronized void forget(TableId table, CommitLogPosition upTo) {
        clean(table, CommitLogPosition.NONE, upTo);
        IntegerInterval interval = dirty.get(table);
        if (interval == null || !isClean(table, interval)) return;
        dirty.remove(table);
        if (isClean(table, interval)) return;
        // mark() ran concurrently, and may not have seen the removal.
        mark(table, interval.lower());
        mark(table, interval.upper());
    }

    /** Closes the segment: no entry will be added, and all its entries are durable. */
    synchronized void close() {
        closed = true;
    }

    /** Records that the archive no longer needs the segment. */
    synchronized void archived() {
        archived = true;
    }

    /** Records that the segment has an entry for change data capture. */
    void markCdc() {
        if (!uncaptured) uncaptured = true;
    }

    /** Records that change data capture no longer needs the segment. */
    void captured() {
        uncaptured = false;
    }

    /** Returns whether change data capture still has to read the segment. */
    boolean isUncaptured() {
        return uncaptured;
    }

    /** Returns whether the segment is ready for the archive, and not archived yet. */
    synchronized boolean isUnarchived() {
        return closed && !archived;
    }

    /** Returns whether only tables may still need the segment. */
    synchronized boolean isLeft() {
        return closed && archived && !isUncaptured();
    }

    /** Returns whether the segment can be released. */
    synchronized boolean isUnused() {
        return isLeft() && dirtyTables().isEmpty();
    }

    /** Returns the tables with entries that are not clean. */
    Set<TableId> dirtyTables() {
        return dirtyUpTo().keySet();
    }

    /**
     * Returns the tables with entries that are not clean, each with the offset of its last entry.
     */
    synchronized Map<TableId, Integer> dirtyUpTo() {
        return dirty.entrySet().stream()
                .filter(entry -> !isClean(entry.getKey(), entry.getValue()))
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().upper()));
    }

    private boolean isClean(TableId table, IntegerInterval interval) {
        IntegerInterval.Set intervals = clean.get(table);
        return intervals != null && intervals.covers(interval);
    }
}
