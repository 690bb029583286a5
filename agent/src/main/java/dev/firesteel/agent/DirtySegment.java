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
 * Which tables have entries in a segment that are not in their SSTables yet.
 *
 * <p>An entry counts at the offset of its last byte. A flush covers what ends in (lower, upper]; as
 * positions are ends of entries, the last byte of an entry lies strictly between two of them, and
 * no flush is taken to cover the entry that starts where it ends.
 */
final class DirtySegment {
    private final long id;
    private final ConcurrentMap<TableId, IntegerInterval> dirty = new ConcurrentHashMap<>();
    private final Map<TableId, IntegerInterval.Set> clean = new HashMap<>();
    private boolean closed;
    private boolean archived;
    private volatile boolean uncaptured;

    /**
     * @param isArchived whether the segment need not be kept for an archive
     */
    DirtySegment(long id, boolean isArchived) {
        this.id = id;
        this.archived = isArchived;
    }

    long id() {
        return id;
    }

    /** An entry of the table has its last byte at the offset. Any number of threads at once. */
    void mark(TableId table, int lastOffset) {
        do {
            IntegerInterval interval = dirty.get(table);
            if (interval == null)
                interval =
                        dirty.computeIfAbsent(
                                table, t -> new IntegerInterval(lastOffset, lastOffset));
            interval.expandToCover(lastOffset);
        } while (!isMarked(table, lastOffset)); // it was forgotten meanwhile
    }

    private boolean isMarked(TableId table, int lastOffset) {
        IntegerInterval interval = dirty.get(table);
        return interval != null && interval.lower() <= lastOffset && lastOffset <= interval.upper();
    }

    /** Whatever of the table ends in (lower, upper] is in SSTables, or will not be missed. */
    synchronized void clean(TableId table, CommitLogPosition lower, CommitLogPosition upper) {
        if (lower.segmentId > id || upper.segmentId < id || !dirty.containsKey(table)) return;
        int start = lower.segmentId == id ? lower.position : 0;
        int end = upper.segmentId == id ? upper.position : Integer.MAX_VALUE;
        clean.computeIfAbsent(table, t -> new IntegerInterval.Set()).add(start, end);
    }

    /**
     * Whatever of the table ends up to there will not be missed: it was dropped. If it comes back
     * under its identifier, what is flushed of it from then on need not reach back to here.
     */
    synchronized void forget(TableId table, CommitLogPosition upTo) {
        clean(table, CommitLogPosition.NONE, upTo);
        IntegerInterval interval = dirty.get(table);
        if (interval == null || !isClean(table, interval)) return;
        dirty.remove(table);
        if (isClean(table, interval)) return;
        // Somebody has marked it just now, and may not have seen that it was forgotten.
        mark(table, interval.lower());
        mark(table, interval.upper());
    }

    /** No entry will come any more, and all that came are durable. */
    synchronized void close() {
        closed = true;
    }

    /** Whatever the archive needs of the segment, it has. */
    synchronized void archived() {
        archived = true;
    }

    /** An entry of it is for change data capture. */
    void markCdc() {
        if (!uncaptured) uncaptured = true;
    }

    /** Whatever change data capture needs of the segment, it has. */
    void captured() {
        uncaptured = false;
    }

    /** Whether change data capture has to read the segment. */
    boolean isUncaptured() {
        return uncaptured;
    }

    /** Whether an archive has to read the segment, and can. */
    synchronized boolean isUnarchived() {
        return closed && !archived;
    }

    /** Whether only tables may still need the segment. */
    synchronized boolean isLeft() {
        return closed && archived && !isUncaptured();
    }

    /** Whether the segment can be released. */
    synchronized boolean isUnused() {
        return isLeft() && dirtyTables().isEmpty();
    }

    /** The tables with entries that are not clean. */
    Set<TableId> dirtyTables() {
        return dirtyUpTo().keySet();
    }

    /**
     * The tables with entries that are not clean, each with the offset of its last entry so far.
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
