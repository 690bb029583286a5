// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Group commit: takes entries from {@link #submit} to the device.
 *
 * <p>Writers share the open record ({@link OpenRecord}). There is one committer thread for each
 * record in flight. The committer that holds the turn waits until the open record has entries,
 * seals it, opens the next, and releases the turn. It then writes its record and settles all
 * entries in it. The next record fills during the write. No step waits for a timer.
 *
 * <pre>
 *   writers     reserve (CAS), copy, park ------------------------------- return
 *                        \                                              /
 *   committer    seal, open the next  | checksum, write, durable | wake
 * </pre>
 *
 * <p>This class is the writers' side. {@link Committer} seals, {@link RecordWriter} writes, and
 * {@link CommitState} is what both sides share.
 */
final class CommitPath {
    /** The shortest interval at which a writer past its deadline polls for a prepared segment. */
    private static final long ON_ITS_WAY_NANOS = 100_000_000L;

    private final BlockDevice device;
    private final Superblock superblock;
    private final Geometry geometry;
    private final JournalOptions options;
    private final SegmentSupply supply;
    private final Scheduler scheduler;
    private final RecordAllocator allocator;
    private final CommitState state;
    private final RecordWriter recordWriter;
    private final Committer committer;

    CommitPath(
            BlockDevice device,
            Superblock superblock,
            JournalOptions options,
            JournalListener listener,
            SegmentSupply supply,
            LiveSegment first,
            Scheduler scheduler) {
        this.device = device;
        this.superblock = superblock;
        this.geometry = superblock.geometry();
        this.options = options;
        this.supply = supply;
        this.scheduler = scheduler;
        this.allocator = new RecordAllocator(superblock, options.recordsInFlight(), scheduler);
        this.state =
                new CommitState(
                        device.name(), listener, allocator.firstRecord(first, 0), scheduler);
        this.recordWriter =
                new RecordWriter(device, superblock, state, allocator, listener, scheduler);
        this.committer = new Committer(state, allocator, recordWriter, supply, scheduler);
    }

    /** Runs a committer thread until the journal is closed or has failed. */
    void commitUntilClosed() {
        committer.commitUntilClosed();
    }

    /** Places an entry in the open record and wakes a committer. Blocks if there is no room. */
    PendingAppend submit(ByteBuffer entry, Journal.Placement placement)
            throws JournalFullException, JournalFailedException {
        return place(reserve(1, framedBytes(entry)), entry, placement);
    }

    /** Does the same without blocking. Returns null if there is no room. */
    @Nullable PendingAppend trySubmit(ByteBuffer entry, Journal.Placement placement)
            throws JournalFailedException {
        int bytes = framedBytes(entry);
        while (true) {
            state.checkAlive();
            OpenRecord record = state.open.current();
            long reserved = record.reserve(1, bytes);
            if (reserved >= 0) return place(new Place(record, reserved), entry, placement);
            if (reserved == OpenRecord.NO_ROOM) return null;
        }
    }

    private int framedBytes(ByteBuffer entry) {
        int bytes = entry.remaining();
        if (bytes == 0 || bytes > geometry.maxEntryBytes())
            throw new IllegalArgumentException(
                    "an entry must have 1 to " + geometry.maxEntryBytes() + " bytes, not " + bytes);
        return RecordHeader.ENTRY_PREFIX_BYTES + bytes;
    }

    private PendingAppend place(Place place, ByteBuffer entry, Journal.Placement placement) {
        OpenRecord record = place.record;
        int startOffset = record.startOffset(place.reserved);
        int bytes = entry.remaining();
        try {
            copy(place, entry, false);
            placement.placed(record.segment.id(), startOffset);
        } finally {
            record.finishWrite();
            state.wakeCommitter();
        }
        JournalPosition end =
                new JournalPosition(
                        record.segment.id(), startOffset + superblock.positionOverhead() + bytes);
        return new PendingEntry(state, record, end);
    }

    /**
     * Appends the entries of a record together. A copied record thus needs no more space than its
     * original.
     *
     * @param entries the entries, each preceded by its length
     */
    void appendRecord(int count, ByteBuffer entries)
            throws JournalFullException, JournalFailedException {
        Place place = reserve(count, entries.remaining());
        try {
            copy(place, entries, true);
        } finally {
            place.record.finishWrite();
        }
        state.wakeCommitter();
        if (place.record.awaitOutcome() == OpenRecord.Outcome.FAILED) throw state.failed();
    }

    /** A reservation in a record. {@code reserved} is what {@link OpenRecord#reserve} returned. */
    private record Place(OpenRecord record, long reserved) {}

    private Place reserve(int entries, int bytes)
            throws JournalFullException, JournalFailedException {
        @Nullable Deadline deadline = null;
        while (true) {
            state.checkAlive();
            OpenRecord record = state.open.current();
            long reserved = record.reserve(entries, bytes);
            if (reserved >= 0) return new Place(record, reserved);
            if (reserved == OpenRecord.SEALED) continue;
            boolean isShort = !allocator.fits(record, bytes);
            if (deadline == null && isShort) deadline = new Deadline();
            state.demand.accumulateAndGet(bytes - RecordHeader.ENTRY_PREFIX_BYTES, Math::max);
            awaitNext(record, isShort ? deadline : null);
        }
    }

    /** Fails the journal if the copy fails: a partial entry would make the record unreadable. */
    private void copy(Place place, ByteBuffer bytes, boolean isFramed) {
        try {
            if (isFramed) place.record.putAll(place.reserved, bytes);
            else place.record.put(place.reserved, bytes);
        } catch (Throwable t) {
            state.fail(t);
            throw t;
        }
    }

    /** The end of a bounded wait for space. Extended while a segment is being prepared. */
    private final class Deadline {
        private long atNanos = scheduler.nanoTime() + options.fullWait().toNanos();

        /** Returns the time left to wait for the next record, at least 1 ns. */
        private long remainingNanos(OpenRecord record) throws JournalFullException {
            if (atNanos <= scheduler.nanoTime()) {
                // The order counts: a segment being prepared is in one of the three places.
                if (supply.isShort()
                        && !state.takingSegment
                        && record.current().segment == record.segment) throw giveUp();
                atNanos =
                        scheduler.nanoTime()
                                + Math.max(options.fullWait().toNanos(), ON_ITS_WAY_NANOS);
            }
            return Math.max(1, atNanos - scheduler.nanoTime());
        }
    }

    /** Waits until the next record is open, at most until the deadline if there is one. */
    private void awaitNext(OpenRecord record, @Nullable Deadline deadline)
            throws JournalFullException, JournalFailedException {
        boolean interrupted = false;
        try {
            while (true) {
                // Enlist again each time: a wake-up empties the list.
                state.spaceWaiters.enlist();
                if (record.current() != record) return;
                state.checkAlive();
                state.wakeCommitter();
                if (deadline == null) scheduler.park(record);
                else scheduler.parkNanos(record, deadline.remainingNanos(record));
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /**
     * Empties the list of waiting writers, which would otherwise grow while the journal is full.
     * Writers that still wait enlist again.
     */
    private JournalFullException giveUp() {
        state.spaceWaiters.wakeAll();
        return new JournalFullException(
                "the journal on "
                        + device.name()
                        + " is full ("
                        + supply.shortage()
                        + "): no segment came free within "
                        + options.fullWait().toMillis()
                        + " ms; try again later");
    }

    /** Called when a segment has been prepared. Ends a lack of space. */
    void segmentReady() {
        state.wakeCommitter();
    }

    JournalPosition position() {
        OpenRecord record = state.open.current();
        return new JournalPosition(record.segment.id(), record.startOffset(record.state()));
    }

    /**
     * Writes the end record of the current segment. The segment is then wholly below a watermark on
     * the device, and takes no more entries until {@link #roll}. There must be no concurrent
     * appends.
     */
    void endSegment() throws JournalFailedException {
        if (state.open.current().isEnded()) return;
        long sequence = state.watermark.get() + 1;
        state.endWanted = true;
        state.wakeCommitter();
        state.watermark.await(sequence);
        if (state.hasFailed()) throw state.failed();
    }

    /** The highest sequence up to which all records are durable; 0 if there is none. */
    long durable() {
        return state.watermark.get();
    }

    /** The first block of the next record, within its segment. */
    int nextBlock() {
        return state.open.current().block;
    }

    /** The unreleased segments of this run, by identifier. The owner removes what it releases. */
    Map<Long, LiveSegment> live() {
        return state.live;
    }

    /** Changes to a segment with an identifier above the floor, and closes the one before. */
    void roll(long floor) throws JournalException {
        if (floor > JournalOptions.MAX_IDENTIFIER_FLOOR)
            throw new JournalException(
                    "no segment can have an identifier above "
                            + floor
                            + ": the format holds none"
                            + " that high");
        supply.raiseIdentifiers(floor);
        LiveSegment left = state.open.current().segment;
        long last = Math.max(floor, left.id());
        state.leaveUpTo.accumulateAndGet(last, Math::max);
        Deadline deadline = new Deadline();
        for (OpenRecord record = state.open.current();
                record.segment.id() <= last;
                record = state.open.current()) awaitNext(record, deadline);
        awaitClosed(left);
    }

    /** Waits until the last records of a segment are durable. */
    private void awaitClosed(LiveSegment left) throws JournalFailedException {
        boolean interrupted = false;
        try {
            while (!left.isClosed()) {
                state.closeWaiters.enlist();
                if (left.isClosed()) return;
                state.checkAlive();
                scheduler.park(left);
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /** Fails the journal: from now on, only appends already durable are acknowledged. */
    void fail(Throwable cause) {
        state.fail(cause);
    }

    boolean hasFailed() {
        return state.hasFailed();
    }

    /** Why the journal failed, or null if it did not. */
    @Nullable JournalFailedException problem() {
        return state.problem();
    }

    /** Makes the committers write the open record and end. */
    void close() {
        state.closing = true;
        state.wakeCommitter();
    }

    long completedAppends() {
        return recordWriter.durableEntries();
    }

    /** Never less than the appends that are pending: the order of the three reads counts. */
    long pendingAppends() {
        long durable = recordWriter.durableEntries();
        long waiting = state.open.entriesFromHere();
        return waiting + Math.max(0, committer.sealedEntries() - durable);
    }

    /** Returns whether every append so far is durable or has failed. */
    boolean isSettled() {
        return state.hasFailed() ? recordWriter.isIdle() : pendingAppends() == 0;
    }

    /** The number of writers that wait for space, including those whose deadline has passed. */
    int spaceWaiters() {
        return state.spaceWaiters.size();
    }

    long records() {
        return recordWriter.records();
    }

    long writtenBytes() {
        return recordWriter.writtenBytes();
    }

    long entryBytes() {
        return recordWriter.entryBytes();
    }
}
