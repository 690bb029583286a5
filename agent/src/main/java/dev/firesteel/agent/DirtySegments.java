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

/** The unreleased segments that this run has written, oldest first. */
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

    /** Marks every table dirty that has a part of the entry. */
    void mark(long segmentId, int lastOffset, Collection<TableId> tables) {
        DirtySegment segment = ofEntry(segmentId);
        for (TableId table : tables) segment.mark(table, lastOffset);
    }

    /** An entry of the segment is for change data capture. */
    void markCdc(long segmentId) {
        ofEntry(segmentId).markCdc();
    }

    private DirtySegment ofEntry(long segmentId) {
        DirtySegment segment = newest;
        return segment == null || segment.id() != segmentId ? open(segmentId) : segment;
    }

    /** The segment of that identifier; the first to ask brings it into being. */
    DirtySegment open(long segmentId) {
        DirtySegment segment =
                segments.computeIfAbsent(segmentId, id -> new DirtySegment(id, !isArchiving));
        DirtySegment before = newest;
        if (before == null || before.id() < segmentId) newest = segment;
        return segment;
    }

    /** No entry will come to the segment any more, and all that came are durable. */
    synchronized void close(long segmentId) {
        open(segmentId).close();
        notifyAll();
    }

    /** The segment need not be kept for the archive any more. */
    synchronized void archived(long segmentId) {
        open(segmentId).archived();
        notifyAll();
    }

    /** Those that an archive has to read, and can, oldest first. */
    List<DirtySegment> unarchived() {
        return segments.values().stream().filter(DirtySegment::isUnarchived).toList();
    }

    /** Change data capture has all that it needs of the segment. */
    synchronized void captured(long segmentId) {
        open(segmentId).captured();
        notifyAll();
    }

    /** Whether the segment that is written has an entry for change data capture. */
    boolean isNewestForCdc() {
        DirtySegment segment = newest;
        return segment != null && segment.isUncaptured();
    }

    /** Those that change data capture has to read, or to go on reading, oldest first. */
    List<DirtySegment> uncaptured() {
        return segments.values().stream().filter(DirtySegment::isUncaptured).toList();
    }

    /** Takes a table's entries between the positions as flushed, in every segment. */
    void clean(TableId table, CommitLogPosition lower, CommitLogPosition upper) {
        for (DirtySegment segment : segments.values()) {
            if (segment.id() > upper.segmentId) return;
            segment.clean(table, lower, upper);
        }
    }

    /** Takes a table's entries up to a position as none that will be missed, in every segment. */
    void forget(TableId table, CommitLogPosition upTo) {
        for (DirtySegment segment : upTo(upTo.segmentId)) segment.forget(table, upTo);
    }

    /** All of them, oldest first. */
    List<DirtySegment> all() {
        return List.copyOf(segments.values());
    }

    /** By the identifier of a segment, the tables with entries in it that are not in SSTables. */
    Map<Long, Set<TableId>> dirtyTables() {
        return segments.values().stream()
                .collect(Collectors.toMap(DirtySegment::id, DirtySegment::dirtyTables));
    }

    /** Those up to the identifier, oldest first. */
    List<DirtySegment> upTo(long segmentId) {
        return List.copyOf(segments.headMap(segmentId, true).values());
    }

    /** Those that can be released, oldest first. */
    List<DirtySegment> unused() {
        return segments.values().stream().filter(DirtySegment::isUnused).toList();
    }

    void remove(DirtySegment segment) {
        segments.remove(segment.id());
    }

    /** Whether a table has entries anywhere that are not in its SSTables. */
    boolean isClean() {
        return segments.values().stream().allMatch(segment -> segment.dirtyTables().isEmpty());
    }

    /**
     * Waits until every segment up to the identifier is closed, and the archive and change data
     * capture have what they need of it.
     *
     * @return whether they are, within the time
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
