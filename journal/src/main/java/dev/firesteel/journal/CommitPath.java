// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
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
 */
final class CommitPath {
    /** Receives events of segments and records. Calls must return quickly and not throw. */
    interface SegmentEvents {
        /** Called before the first append to a segment. */
        void opened(LiveSegment segment);

        /** Called once all appends to a segment are durable and no more can follow. */
        void closed(LiveSegment segment);

        /** Called once a record is durable, with the duration and the size of its write. */
        void recordWritten(long nanos, int bytes);

        /** Called once all appends of a durable record have been settled. */
        default void recordSettled() {}

        /** Called after each write, with its place on the device. */
        default void written(long offset, int bytes) {}

        /** Called when the journal has failed. */
        void failed(JournalFailedException failure);
    }

    /** The body size from which a record takes no more entries. */
    static final int RECORD_BYTES = 256 << 10;

    /** The idle time after which a heartbeat confirms the last records as durable. */
    static final long IDLE_NANOS = 1_000_000_000L;

    /** The shortest interval at which a writer past its deadline polls for a prepared segment. */
    private static final long ON_ITS_WAY_NANOS = 100_000_000L;

    private static final int NOTHING = 0;
    private static final byte[] ZEROS = new byte[4096];

    private final BlockDevice device;
    private final Superblock superblock;
    private final Geometry geometry;
    private final JournalOptions options;
    private final SegmentEvents events;
    private final SegmentSupply supply;
    private final Scheduler scheduler;
    private final DurableWatermark watermark;

    private volatile OpenRecord open;
    private final AtomicReference<@Nullable JournalFailedException> failure =
            new AtomicReference<>();
    private volatile boolean closing;
    private volatile boolean closed;

    /** True while a committer takes a segment and has not opened a record in it yet. */
    private volatile boolean takingSegment;

    /** The committer that waits for work, or null. */
    private final AtomicReference<@Nullable Thread> idleCommitter = new AtomicReference<>();

    /** The largest entry that found no room in the open record. */
    private final AtomicInteger demand = new AtomicInteger();

    /** Writers that wait for the next record. */
    private final WaitList spaceWaiters;

    /** Threads that wait for a segment to be closed. */
    private final WaitList closeWaiters;

    /** True if the segment's end record is due now, even without a next segment. */
    private volatile boolean endWanted;

    /** The committers leave segments up to this identifier once another is prepared. */
    private final AtomicLong leaveUpTo = new AtomicLong();

    private final Lock turn;

    @GuardedBy("turn")
    private long nextSequence = 1;

    @GuardedBy("turn")
    private long unprotected; // the highest sequence with entries

    @GuardedBy("turn")
    private boolean finished;

    /** The highest watermark that is on the device. */
    private final AtomicLong lastWatermark = new AtomicLong();

    private final BlockingQueue<ByteBuffer> buffers;

    private final LongAdder sealedEntries = new LongAdder();
    private final LongAdder durableEntries = new LongAdder();
    private final LongAdder records = new LongAdder();
    private final LongAdder writtenBytes = new LongAdder();
    private final LongAdder entryBytes = new LongAdder();

    CommitPath(
            BlockDevice device,
            Superblock superblock,
            JournalOptions options,
            SegmentEvents events,
            SegmentSupply supply,
            LiveSegment first,
            Scheduler scheduler) {
        this.device = device;
        this.superblock = superblock;
        this.geometry = superblock.geometry();
        this.options = options;
        this.events = events;
        this.supply = supply;
        this.scheduler = scheduler;
        this.watermark = new DurableWatermark(scheduler);
        this.spaceWaiters = new WaitList(scheduler);
        this.closeWaiters = new WaitList(scheduler);
        this.turn = scheduler.newLock();
        this.buffers = new ArrayBlockingQueue<>(options.recordsInFlight() + 2);
        events.opened(first);
        this.open = firstRecord(first, NOTHING);
    }

    // ---- writers

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
            checkAlive();
            OpenRecord record = open.current();
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
        }
        wakeCommitter();
        JournalPosition end =
                new JournalPosition(
                        record.segment.id(), startOffset + superblock.positionOverhead() + bytes);
        return new PendingEntry(this, record, end);
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
        wakeCommitter();
        if (place.record.awaitOutcome() == OpenRecord.Outcome.FAILED) throw failed();
    }

    /** A reservation in a record. {@code reserved} is what {@link OpenRecord#reserve} returned. */
    private record Place(OpenRecord record, long reserved) {}

    private Place reserve(int entries, int bytes)
            throws JournalFullException, JournalFailedException {
        @Nullable Deadline deadline = null;
        while (true) {
            checkAlive();
            OpenRecord record = open.current();
            long reserved = record.reserve(entries, bytes);
            if (reserved >= 0) return new Place(record, reserved);
            if (reserved == OpenRecord.SEALED) continue;
            boolean isShort = !fits(record, bytes);
            if (deadline == null && isShort) deadline = new Deadline();
            demand.accumulateAndGet(bytes - RecordHeader.ENTRY_PREFIX_BYTES, Math::max);
            awaitNext(record, isShort ? deadline : null);
        }
    }

    /** Fails the journal if the copy fails: a partial entry would make the record unreadable. */
    private void copy(Place place, ByteBuffer bytes, boolean isFramed) {
        try {
            if (isFramed) place.record.putAll(place.reserved, bytes);
            else place.record.put(place.reserved, bytes);
        } catch (Throwable t) {
            fail(t);
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
                        && !takingSegment
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
                spaceWaiters.enlist();
                if (record.current() != record) return;
                checkAlive();
                wakeCommitter();
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
        spaceWaiters.wakeAll();
        return new JournalFullException(
                "the journal on "
                        + device.name()
                        + " is full ("
                        + supply.shortage()
                        + "): no segment came free within "
                        + options.fullWait().toMillis()
                        + " ms; try again later");
    }

    private void checkAlive() throws JournalFailedException {
        // Checked from the start of close: continuous appends would otherwise keep it open.
        if (closing || closed || hasFailed()) throw failed();
    }

    /** Returns a new exception for each caller: threads must not share a stack trace. */
    JournalFailedException failed() {
        JournalFailedException cause = failure.get();
        String message =
                cause == null
                        ? "the journal on " + device.name() + " is closed"
                        : String.valueOf(cause.getMessage());
        return new JournalFailedException(message, cause);
    }

    private void wakeCommitter() {
        Thread idle = idleCommitter.get();
        if (idle != null && idleCommitter.compareAndSet(idle, null)) scheduler.unpark(idle);
    }

    /** Called when a segment has been prepared. Ends a lack of space. */
    void segmentReady() {
        wakeCommitter();
    }

    JournalPosition position() {
        OpenRecord record = open.current();
        return new JournalPosition(record.segment.id(), record.startOffset(record.state()));
    }

    /**
     * Writes the end record of the current segment. The segment is then wholly below a watermark on
     * the device, and takes no more entries until {@link #roll}. There must be no concurrent
     * appends.
     */
    void endSegment() throws JournalFailedException {
        if (open.current().isEnded()) return;
        long sequence = watermark.get() + 1;
        endWanted = true;
        wakeCommitter();
        watermark.await(sequence);
        if (hasFailed()) throw failed();
    }

    /** The highest sequence up to which all records are durable; 0 if there is none. */
    long durable() {
        return watermark.get();
    }

    /** The first block of the next record, within its segment. */
    int nextBlock() {
        return open.current().block;
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
        LiveSegment left = open.current().segment;
        long last = Math.max(floor, left.id());
        leaveUpTo.accumulateAndGet(last, Math::max);
        Deadline deadline = new Deadline();
        for (OpenRecord record = open.current();
                record.segment.id() <= last;
                record = open.current()) awaitNext(record, deadline);
        awaitClosed(left);
    }

    /** Waits until the last records of a segment are durable. */
    private void awaitClosed(LiveSegment left) throws JournalFailedException {
        boolean interrupted = false;
        try {
            while (!left.isClosed()) {
                closeWaiters.enlist();
                if (left.isClosed()) return;
                checkAlive();
                scheduler.park(left);
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    // ---- committers

    /** Runs a committer thread until the journal is closed or has failed. */
    void commitUntilClosed() {
        try {
            while (commitNext()) {}
        } catch (Throwable t) {
            try {
                fail(t);
            } finally {
                settleRest();
            }
        }
    }

    /** A sealed record, to be written by the committer that sealed it. */
    private record Sealed(
            OpenRecord record,
            long state,
            long sequence,
            long endSequence,
            boolean heartbeat,
            boolean leaves) {
        boolean isEmpty() {
            return sequence == NOTHING && endSequence == NOTHING;
        }
    }

    private boolean commitNext() throws IOException {
        Sealed sealed;
        turn.lock();
        try {
            if (finished) return false;
            watermark.awaitRoom(nextSequence + 1); // a record and an end record
            boolean heartbeat = !awaitWork();
            boolean isEnding = closing && isDrained(); // read once: close runs concurrently
            if (isEnding) {
                // A heartbeat confirms only what is durable when it is written.
                watermark.await(nextSequence - 1);
                heartbeat = needsHeartbeat() && canConfirm();
            }
            if (hasFailed() || (isEnding && !heartbeat)) {
                finish();
                return false;
            }
            sealed = sealOpen(heartbeat);
        } finally {
            turn.unlock();
        }
        if (sealed.isEmpty()) {
            giveBack(sealed.record.buffer);
            if (sealed.leaves) finishOne(sealed.record.segment);
            return true;
        }
        try {
            write(sealed);
        } catch (Throwable t) {
            try {
                fail(t);
            } finally {
                sealed.record.settle(OpenRecord.Outcome.FAILED);
            }
            throw t;
        }
        return true;
    }

    /** Waits until there is work. Returns false if a heartbeat is due instead. */
    @GuardedBy("turn")
    private boolean awaitWork() {
        long idleSince = scheduler.nanoTime();
        while (!hasWork()) {
            Thread self = scheduler.current();
            idleCommitter.set(self);
            if (hasWork()) break;
            long left = untilHeartbeat(idleSince);
            if (left <= 0 && canConfirm()) {
                idleCommitter.set(null);
                return false;
            }
            // A lock taken since then may have consumed the wake-up. The waking thread has cleared
            // the field before, so check it instead.
            if (idleCommitter.get() != self) continue;
            if (left <= 0 || left == Long.MAX_VALUE) scheduler.park(this);
            else scheduler.parkNanos(this, left);
        }
        idleCommitter.set(null);
        return true;
    }

    @GuardedBy("turn")
    private long untilHeartbeat(long idleSince) {
        if (endWanted) return 0;
        return needsHeartbeat() ? idleSince + IDLE_NANOS - scheduler.nanoTime() : Long.MAX_VALUE;
    }

    private boolean hasWork() {
        if (hasFailed() || closing) return true;
        OpenRecord record = open;
        if (record.isOutOfSpace()) return isNextWanted(record) && supply.isReady();
        if (OpenRecord.entries(record.state()) > 0) return true;
        int wanted = demand.get();
        if (wanted > 0 && canBeLarger(record, wanted)) return true;
        return (wanted > 0 || isToBeLeft(record)) && supply.isReady();
    }

    /** Returns whether a new record in the place of this empty one could take a larger entry. */
    private boolean canBeLarger(OpenRecord record, int wanted) {
        int useful = Math.min(bodyBytes(wanted), capacityAt(record.segment, record.block));
        return record.bodyCapacity() < useful;
    }

    /** During recovery a segment is opened only on demand. */
    private boolean isNextWanted(OpenRecord record) {
        return supply.preparesAhead() || demand.get() > 0 || isToBeLeft(record);
    }

    private boolean isToBeLeft(OpenRecord record) {
        return record.segment.id() <= leaveUpTo.get();
    }

    /** Whether the open record has no entries. */
    private boolean isDrained() {
        return OpenRecord.entries(open.state()) == 0;
    }

    /** Copies need no heartbeat before they are complete: until then the originals are valid. */
    @GuardedBy("turn")
    private boolean needsHeartbeat() {
        return unprotected > lastWatermark.get() && !supply.isCarrying();
    }

    private boolean roomForHeartbeat() {
        return canConfirm() && open.block + 2 <= open.segment.endBlock();
    }

    /**
     * Whether a heartbeat can be written, or in its place the segment's end record, which confirms
     * the same. Nothing can follow an end record.
     */
    private boolean canConfirm() {
        return !open.isEnded();
    }

    /** Seals the open record and opens the next one behind it. */
    @GuardedBy("turn")
    private Sealed sealOpen(boolean heartbeat) {
        OpenRecord old = open;
        int wanted = demand.getAndSet(0);
        @Nullable LiveSegment following = null;
        while (true) {
            long state = old.state();
            boolean confirms = heartbeat && OpenRecord.entries(state) == 0;
            boolean beat = confirms && roomForHeartbeat() && !endWanted;
            boolean isEarlyEnd = confirms && !beat && !old.isEnded();
            int endBlock = old.block + (beat ? 1 : blocks(state));
            int endOffset = old.startOffset(state);
            int room = old.isOutOfSpace() ? 0 : capacityAt(old.segment, endBlock);
            boolean isFull = isEarlyEnd || room < bodyBytes(1);
            boolean leaves = isFull || room < bodyBytes(wanted) || isToBeLeft(old);
            if (leaves && !isEarlyEnd && following == null) following = nextSegment();
            OpenRecord next;
            if (following != null) next = firstRecord(following, wanted);
            else if (isFull)
                next = outOfSpace(old.segment, endBlock, endOffset, old.isEnded() || isEarlyEnd);
            // The largest waiting entry may not fit here, but smaller ones do.
            else next = record(old.segment, endBlock, endOffset, wanted);
            if (old.seal(state, next)) {
                open = next;
                takingSegment = false;
                spaceWaiters.wakeAll();
                if (isEarlyEnd) endWanted = false;
                boolean ends = !old.isEnded() && (following != null || isEarlyEnd);
                return numbered(old, state, beat, ends, following != null);
            }
            giveBack(next.buffer);
        }
    }

    private @Nullable LiveSegment nextSegment() {
        takingSegment = true;
        LiveSegment segment = supply.poll();
        if (segment != null) events.opened(segment);
        return segment;
    }

    /** Settles the record on failure: once sealed, no other code refers to it. */
    @GuardedBy("turn")
    private Sealed numbered(
            OpenRecord old, long state, boolean heartbeat, boolean ends, boolean leaves) {
        try {
            return number(old, state, heartbeat, ends, leaves);
        } catch (Throwable t) {
            old.settle(OpenRecord.Outcome.FAILED);
            throw t;
        }
    }

    /** The body size of a record with one entry. */
    private static int bodyBytes(int entryBytes) {
        return RecordHeader.ENTRY_PREFIX_BYTES + entryBytes;
    }

    /** Whether the rest of the record's segment has room for a body of this size. */
    private boolean fits(OpenRecord record, int bytes) {
        return !record.isOutOfSpace() && bytes <= capacityAt(record.segment, record.block);
    }

    /**
     * The largest body of a record that begins at a block. One block is kept for the end record.
     */
    private int capacityAt(LiveSegment segment, int block) {
        int blocks = segment.endBlock() - block - 1;
        return blocks <= 0 ? 0 : blocks * geometry.blockBytes() - RecordHeader.BYTES;
    }

    private int blocks(long state) {
        return OpenRecord.entries(state) == 0
                ? 0
                : geometry.blocks(RecordHeader.BYTES + OpenRecord.bodyBytes(state));
    }

    @GuardedBy("turn")
    private Sealed number(
            OpenRecord old, long state, boolean heartbeat, boolean ends, boolean leaves) {
        boolean hasEntries = OpenRecord.entries(state) > 0;
        long sequence = hasEntries || heartbeat ? nextSequence++ : NOTHING;
        long endSequence = ends ? nextSequence++ : NOTHING;
        long first = sequence != NOTHING ? sequence : endSequence;
        if (first != NOTHING && old.segment.firstSequence == 0) old.segment.firstSequence = first;
        if (sequence != NOTHING) {
            int body = OpenRecord.bodyBytes(state);
            int prefixes = OpenRecord.entries(state) * RecordHeader.ENTRY_PREFIX_BYTES;
            old.segment.recordSealed(body - prefixes, old.startOffset(state));
        }
        // The record that leaves the segment later is empty, and would not close it.
        if (ends && !leaves) old.segment.recordSealed(0, old.startOffset(state));
        if (hasEntries) unprotected = sequence;
        sealedEntries.add(OpenRecord.entries(state));
        return new Sealed(old, state, sequence, endSequence, heartbeat, leaves);
    }

    private void write(Sealed sealed) throws IOException {
        OpenRecord record = sealed.record;
        record.awaitWriters();
        // No record of a segment is written before all of the previous segment is durable. If that
        // segment is missing later, each record of this one proves it.
        watermark.await(record.segment.firstSequence - 1);
        if (hasFailed()) throw failed(); // an entry may not have been copied
        if (sealed.sequence != NOTHING) writeRecord(sealed);
        record.settle(OpenRecord.Outcome.DURABLE);
        if (sealed.sequence != NOTHING) events.recordSettled();
        var unused = Thread.interrupted(); // set by a callback; no park would block any more
        if (sealed.endSequence != NOTHING) writeEnd(sealed);
        giveBack(record.buffer);
    }

    private void writeRecord(Sealed sealed) throws IOException {
        OpenRecord record = sealed.record;
        int end = RecordHeader.BYTES + OpenRecord.bodyBytes(sealed.state);
        int bytes = roundUp(end);
        zero(record.buffer, end, bytes);
        long durable = watermark.get();
        header(sealed, durable).encode(record.buffer, 0);
        long began = scheduler.nanoTime();
        write(record, record.block, bytes);
        events.recordWritten(scheduler.nanoTime() - began, bytes);
        records.increment();
        durableEntries.add(OpenRecord.entries(sealed.state));
        entryBytes.add(
                OpenRecord.bodyBytes(sealed.state)
                        - (long) OpenRecord.entries(sealed.state)
                                * RecordHeader.ENTRY_PREFIX_BYTES);
        complete(record.segment, sealed.sequence, durable);
    }

    /**
     * Writes a segment's end record, once the whole segment is durable. It confirms that, and so
     * cannot share a write with the last record.
     */
    private void writeEnd(Sealed sealed) throws IOException {
        watermark.await(sealed.endSequence - 1);
        if (hasFailed()) throw failed();
        OpenRecord record = sealed.record;
        int blocks = sealed.sequence == NOTHING ? 0 : Math.max(1, blocks(sealed.state));
        zero(record.buffer, 0, geometry.blockBytes());
        endHeader(sealed, blocks).encode(record.buffer, 0);
        write(record, record.block + blocks, geometry.blockBytes());
        complete(record.segment, sealed.endSequence, sealed.endSequence - 1);
    }

    private void write(OpenRecord record, int block, int bytes) throws IOException {
        long offset = geometry.blockOffset(record.segment.slotHeader.slot(), block);
        device.write(offset, record.buffer.clear().limit(bytes));
        writtenBytes.add(bytes);
        events.written(offset, bytes);
    }

    private RecordHeader header(Sealed sealed, long durable) {
        OpenRecord record = sealed.record;
        int body = OpenRecord.bodyBytes(sealed.state);
        return new RecordHeader(
                superblock.key(),
                record.segment.id(),
                superblock.epoch(),
                sealed.sequence,
                record.segment.firstSequence,
                durable,
                record.block,
                record.startOffset,
                body,
                OpenRecord.entries(sealed.state),
                Crc32c.of(record.buffer, RecordHeader.BYTES, RecordHeader.BYTES + body),
                sealed.heartbeat ? RecordHeader.Kind.HEARTBEAT : RecordHeader.Kind.ENTRIES);
    }

    private RecordHeader endHeader(Sealed sealed, int blocksBefore) {
        OpenRecord record = sealed.record;
        return new RecordHeader(
                superblock.key(),
                record.segment.id(),
                superblock.epoch(),
                sealed.endSequence,
                record.segment.firstSequence,
                sealed.endSequence - 1,
                record.block + blocksBefore,
                record.startOffset(sealed.state),
                0,
                0,
                Crc32c.of(record.buffer, 0, 0),
                RecordHeader.Kind.END);
    }

    private static void zero(ByteBuffer buffer, int from, int to) {
        buffer.put(from, ZEROS, 0, to - from); // never more than a block
    }

    private void complete(LiveSegment segment, long sequence, long toldDurable) {
        // The order counts: a thread that awaits the sequence reads the last watermark.
        lastWatermark.accumulateAndGet(toldDurable, Math::max);
        watermark.complete(sequence);
        finishOne(segment);
    }

    private void finishOne(LiveSegment segment) {
        if (!segment.finishOne()) return;
        events.closed(segment);
        closeWaiters.wakeAll();
    }

    // ---- the end

    /** Fails the journal: from now on, only appends already durable are acknowledged. */
    void fail(Throwable cause) {
        JournalFailedException first =
                new JournalFailedException(
                        "the journal on "
                                + device.name()
                                + " failed and takes no more writes: "
                                + cause.getMessage(),
                        cause);
        if (!failure.compareAndSet(null, first)) return;
        watermark.abandon();
        wakeCommitter();
        events.failed(failed());
    }

    /** Why the journal failed, or null if it did not. */
    @Nullable JournalFailedException problem() {
        return hasFailed() ? failed() : null;
    }

    private boolean hasFailed() {
        return failure.get() != null;
    }

    private void settleRest() {
        turn.lock();
        try {
            finish();
        } finally {
            turn.unlock();
        }
    }

    /**
     * Seals the open record without a successor, fails its entries and wakes all waiting writers.
     * Allocates no direct memory: a lack of it may be why the journal failed.
     */
    @GuardedBy("turn")
    private void finish() {
        if (finished) return;
        finished = true;
        OpenRecord last = open;
        closed = true;
        if (!hasFailed()) finishOne(last.segment);
        last.sealForGood();
        last.settle(OpenRecord.Outcome.FAILED);
        spaceWaiters.wakeAll();
        closeWaiters.wakeAll();
    }

    /** Makes the committers write the open record and end. */
    void close() {
        closing = true;
        wakeCommitter();
    }

    // ---- records and their memory

    private OpenRecord firstRecord(LiveSegment segment, int wanted) {
        return record(segment, Geometry.FIRST_BLOCK, superblock.positionBase(), wanted);
    }

    private OpenRecord record(LiveSegment segment, int block, int startOffset, int wanted) {
        // An entry of up to RECORD_BYTES fits as long as the record takes entries.
        int capacity =
                Math.min(capacityAt(segment, block), RECORD_BYTES + Math.max(RECORD_BYTES, wanted));
        int needed = roundUp(RecordHeader.BYTES + capacity) + geometry.blockBytes();
        return new OpenRecord(
                segment,
                block,
                startOffset,
                buffer(needed),
                capacity,
                RECORD_BYTES,
                false,
                superblock.positionOverhead(),
                scheduler);
    }

    private OpenRecord outOfSpace(
            LiveSegment segment, int block, int startOffset, boolean isEnded) {
        return new OpenRecord(
                segment,
                block,
                startOffset,
                buffer(geometry.blockBytes()),
                0,
                0,
                isEnded,
                superblock.positionOverhead(),
                scheduler);
    }

    private int roundUp(int bytes) {
        return geometry.blocks(bytes) * geometry.blockBytes();
    }

    private int standardBytes() {
        int bytes = Math.min(RecordHeader.BYTES + 2 * RECORD_BYTES, geometry.segmentBytes());
        return roundUp(bytes) + geometry.blockBytes();
    }

    private ByteBuffer buffer(int bytes) {
        ByteBuffer pooled = bytes <= standardBytes() ? buffers.poll() : null;
        return pooled != null
                ? pooled
                : Superblocks.aligned(Math.max(bytes, standardBytes()), geometry.blockBytes());
    }

    private void giveBack(ByteBuffer buffer) {
        // A larger buffer was for one large entry: do not keep its memory.
        if (buffer.capacity() <= standardBytes() + geometry.blockBytes())
            buffers.offer(buffer.clear());
    }

    long completedAppends() {
        return durableEntries.sum();
    }

    long pendingAppends() {
        long waiting = OpenRecord.entries(open.state());
        return waiting + Math.max(0, sealedEntries.sum() - durableEntries.sum());
    }

    /** The number of writers that wait for space, including those whose deadline has passed. */
    int spaceWaiters() {
        return spaceWaiters.size();
    }

    long records() {
        return records.sum();
    }

    long writtenBytes() {
        return writtenBytes.sum();
    }

    long entryBytes() {
        return entryBytes.sum();
    }
}
