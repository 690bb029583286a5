// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.TableId;
import org.jspecify.annotations.Nullable;

/** The unreleased segments that this run has written. */
final class DirtySegments {
    private final ConcurrentNavigableMap<Long, DirtySegment> segments =
            new ConcurrentSkipListMap<>();
    private final boolean isArchiving;
    private volatile @Nullable DirtySegment newest;

    /**
     * @param isArchiving whether each segment is kept until it is {@link #archived}
     */
    DirtySegments(boolean isArchiving) {
        this.isArchiving = isArchiving;
    }

    /** Marks every table dirty that the entry changes. */
    void mark(long segmentId, int lastOffset, Collection<TableId> tables) {
        DirtySegment segment = ofEntry(segmentId);
        for (TableId table : tables) segment.mark(table, lastOffset);
    }

    /** Records that the segment has an entry for change data capture. */
    void markCdc(long segmentId) {
        ofEntry(segmentId).markCdc();
    }

    private DirtySegment ofEntry(long segmentId) {
        DirtySegment segment = newest;
        return segment == null || segment.id() != segmentId ? open(segmentId) : segment;
    }

    /** Returns the segment with the identifier, and creates it on the first call. */
    DirtySegment open(long segmentId) {
        DirtySegment segment =
                segments.computeIfAbsent(segmentId, id -> new DirtySegment(id, !isArchiving));
        DirtySegment before = newest;
        if (before == null || before.id() < segmentId) newest = segment;
        return segment;
    }

    /** Closes the segment: no entry will be added, and all its entries are durable. */
    synchronized void close(long segmentId) {
        open(segmentId).close();
        notifyAll();
    }

    /** Records that the archive no longer needs the segment. */
    synchronized void archived(long segmentId) {
        open(segmentId).archived();
        notifyAll();
    }

    /** Returns the segments that are ready for the archive, oldest first. */
    List<DirtySegment> unarchived() {
        return segments.values().stream().filter(DirtySegment::isUnarchived).toList();
    }

    /** Records that change data capture no longer needs the segment. */
    synchronized void captured(long segmentId) {
        open(segmentId).captured();
        notifyAll();
    }

    /**
     * Returns whether the newest segment has entries that change data capture still has to read.
     */
    boolean isNewestForCdc() {
        DirtySegment segment = newest;
        return segment != null && segment.isUncaptured();
    }

    /** Returns the segments that change data capture still has to read, oldest first. */
    List<DirtySegment> uncaptured() {
        return segments.values().stream().filter(DirtySegment::isUncaptured).toList();
    }

    /** Marks a table's entries between the positions as flushed, in every segment. */
    void clean(TableId table, CommitLogPosition lower, CommitLogPosition upper) {
        for (DirtySegment segment : segments.values()) {
            if (segment.id() > upper.segmentId) return;
            segment.clean(table, lower, upper);
        }
    }

    /** Discards a table's entries up to a position, in every segment. */
    void forget(TableId table, CommitLogPosition upTo) {
        for (DirtySegment segment : upTo(upTo.segmentId)) segment.forget(table, upTo);
    }

    /** Returns all segments, oldest first. */
    List<DirtySegment> all() {
        return List.copyOf(segments.values());
    }

    /** Returns the tables with entries that are not in SSTables, by segment identifier. */
    Map<Long, Set<TableId>> dirtyTables() {
        return segments.values().stream()
                .collect(Collectors.toMap(DirtySegment::id, DirtySegment::dirtyTables));
    }

    /** Returns the segments up to the identifier, oldest first. */
    List<DirtySegment> upTo(long segmentId) {
        return List.copyOf(segments.headMap(segmentId, true).values());
    }

    /** Returns the segments that can be released, oldest first. */
    List<DirtySegment> unused() {
        return segments.values().stream().filter(DirtySegment::isUnused).toList();
    }

    void remove(DirtySegment segment) {
        segments.remove(segment.id());
    }

    /** Returns whether all entries in the segments are in SSTables. */
    boolean isClean() {
        return segments.values().stream().allMatch(segment -> segment.dirtyTables().isEmpty());
    }

    /**
     * Waits until every segment up to the identifier is closed, and no longer needed by the archive
     * and change data capture.
     *
     * @return false if the time has passed before
     */
    synchronized boolean awaitLeft(long segmentId, long millis) throws InterruptedException {
        long left = millis;
        while (!upTo(segmentId).stream().allMatch(DirtySegment::isLeft)) {
            if (left <= 0) return false;
            long step = Math.min(left, 100);
            wait(step);
            left -= step;
        }
        return true;
    }
}
