// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A record that writers fill concurrently until it is sealed.
 *
 * <p>A writer reserves space with one compare-and-set on {@link #state}, copies its entry, and
 * decrements the number of writers. A committer seals the record, after which no reservation
 * succeeds. The bytes are complete when the number of writers is 0. No thread locks, and none spins
 * for another's copy.
 *
 * <p>The state, from the highest bit: sealed (1 bit), writers still copying (15), entries (16),
 * body bytes (32).
 */
final class OpenRecord {
    /** {@link #reserve} found the record sealed. */
    static final long SEALED = -1;

    /** {@link #reserve} found no room. */
    static final long NO_ROOM = -2;

    private static final long SEALED_BIT = 1L << 63;
    private static final int WRITERS_SHIFT = 48;
    private static final long ONE_WRITER = 1L << WRITERS_SHIFT;
    private static final int MAX_WRITERS = 0x7FFF;
    private static final int ENTRIES_SHIFT = 32;
    private static final long ONE_ENTRY = 1L << ENTRIES_SHIFT;
    private static final int MAX_ENTRIES = 0xFFFF;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(OpenRecord.class, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The result of writing the record. */
    enum Outcome {
        DURABLE,
        FAILED
    }

    final LiveSegment segment;
    final int block;
    final int startOffset;
    final ByteBuffer buffer;
    private final int bodyCapacity;
    private final int joinLimit;
    private final boolean isEnded;
    private final int positionOverhead;
    private final Scheduler scheduler;
    private final WaitList waiters;

    private volatile long state;
    private volatile @Nullable Outcome outcome;
    private volatile @Nullable Thread sealer;
    private volatile @Nullable OpenRecord next;

    /**
     * Creates an empty record.
     *
     * @param block its first block in the segment's slot
     * @param startOffset the logical offset of its first entry
     * @param bodyCapacity the capacity in body bytes; 0 for a record that takes no entries because
     *     the journal is out of space
     * @param joinLimit the body size from which it takes no more entries
     * @param isEnded whether the segment's end record was sealed before this one
     */
    OpenRecord(
            LiveSegment segment,
            int block,
            int startOffset,
            ByteBuffer buffer,
            int bodyCapacity,
            int joinLimit,
            boolean isEnded,
            int positionOverhead,
            Scheduler scheduler) {
        this.segment = segment;
        this.block = block;
        this.startOffset = startOffset;
        this.buffer = buffer;
        this.bodyCapacity = bodyCapacity;
        this.joinLimit = joinLimit;
        this.isEnded = isEnded;
        this.positionOverhead = positionOverhead;
        this.scheduler = scheduler;
        this.waiters = new WaitList(scheduler);
    }

    /**
     * Reserves space for entries.
     *
     * @param bytes the size of all entries, each with its length prefix
     * @return the state before, to be passed to {@link #startOffset(long)} and {@link #put}, or
     *     {@link #SEALED} or {@link #NO_ROOM}
     */
    long reserve(int entries, int bytes) {
        while (true) {
            long before = state;
            if (before < 0) return SEALED;
            if (!hasRoom(before, entries, bytes)) return NO_ROOM;
            if (STATE.compareAndSet(
                    this, before, before + ONE_WRITER + entries * ONE_ENTRY + bytes)) return before;
        }
    }

    private boolean hasRoom(long current, int entries, int bytes) {
        int body = bodyBytes(current);
        return body < joinLimit
                && bytes <= bodyCapacity - body
                && entries <= MAX_ENTRIES - entries(current)
                && writers(current) < MAX_WRITERS;
    }

    /** Copies an entry to the place that {@link #reserve} returned, and encrypts it. */
    void put(long reserved, ByteBuffer entry) {
        int prefix = RecordHeader.BYTES + bodyBytes(reserved);
        int at = prefix + RecordHeader.ENTRY_PREFIX_BYTES;
        buffer.putInt(prefix, entry.remaining());
        if (segment.cipher == null) buffer.put(at, entry, entry.position(), entry.remaining());
        else segment.cipher.apply(entry, buffer, at, startOffset(reserved));
    }

    /** Does the same for entries that have their length prefixes already. */
    void putAll(long reserved, ByteBuffer entries) {
        int at = RecordHeader.BYTES + bodyBytes(reserved);
        buffer.put(at, entries, entries.position(), entries.remaining());
        if (segment.cipher == null) return;
        segment.cipher.applyToAll(
                buffer.slice(at, entries.remaining()), startOffset(reserved), positionOverhead);
    }

    /** Decrements the number of writers. */
    void finishWrite() {
        long after = (long) STATE.getAndAdd(this, -ONE_WRITER) - ONE_WRITER;
        if (after < 0 && writers(after) == 0) scheduler.unpark(sealer);
    }

    /** The current state, without the seal bit. */
    long state() {
        return state & ~SEALED_BIT;
    }

    /**
     * Seals the record if the state is still the expected one. Later reservations go to {@code
     * successor}.
     */
    boolean seal(long expected, OpenRecord successor) {
        next = successor;
        return STATE.compareAndSet(this, expected, expected | SEALED_BIT);
    }

    /** Seals the record as the last one: it is its own successor. */
    void sealForGood() {
        next = this;
        var unused = (long) STATE.getAndBitwiseOr(this, SEALED_BIT);
    }

    /** Returns the record that takes entries: this one or the last of its successors. */
    OpenRecord current() {
        OpenRecord record = this;
        while (record.state < 0) {
            OpenRecord following = requireNonNull(record.next);
            if (following == record) return record;
            record = following;
        }
        return record;
    }

    /** Returns the number of entries in this record and its successors. */
    long entriesFromHere() {
        long count = entries(state);
        OpenRecord record = this;
        while (record.state < 0) {
            OpenRecord following = requireNonNull(record.next);
            if (following == record) break;
            count += entries(following.state);
            record = following;
        }
        return count;
    }

    /** Waits until all writers have copied their entries. Only for the thread that sealed it. */
    void awaitWriters() {
        sealer = scheduler.current();
        while (writers(state) > 0) scheduler.park(this);
    }

    /** Settles the record if it is not settled, and wakes all waiters. Only for one thread. */
    void settle(Outcome result) {
        if (outcome != null) return;
        outcome = result;
        waiters.wakeAll();
    }

    /** Waits until the record is settled. Restores the thread's interrupt status. */
    Outcome awaitOutcome() {
        Outcome result = outcome;
        if (result != null) return result;
        WaitList.Sleeper self = waiters.enlistSleeper();
        boolean interrupted = false;
        try {
            while ((result = outcome) == null) {
                scheduler.park(this);
                interrupted |= Thread.interrupted();
            }
        } finally {
            self.leave();
        }
        if (interrupted) Thread.currentThread().interrupt();
        return result;
    }

    /** Runs an action when the record is settled, on the settling thread, or now if it is. */
    void whenSettled(Consumer<Outcome> action) {
        waiters.enlist(() -> action.accept(requireNonNull(outcome)));
        if (outcome != null) waiters.wakeAll();
    }

    /** The capacity in body bytes. */
    int bodyCapacity() {
        return bodyCapacity;
    }

    /** Returns whether this record takes no entries because the journal is out of space. */
    boolean isOutOfSpace() {
        return bodyCapacity == 0;
    }

    /** Returns whether the segment has its end record: nothing more may be written to it. */
    boolean isEnded() {
        return isEnded;
    }

    /** The logical offset of the entry whose reservation returned this state. */
    int startOffset(long reserved) {
        int entries = entries(reserved);
        return startOffset
                + bodyBytes(reserved)
                + entries * (positionOverhead - RecordHeader.ENTRY_PREFIX_BYTES);
    }

    /** The body bytes in a state. */
    static int bodyBytes(long state) {
        return (int) state;
    }

    /** The entries in a state. */
    static int entries(long state) {
        return (int) (state >>> ENTRIES_SHIFT) & MAX_ENTRIES;
    }

    private static int writers(long state) {
        return (int) (state >>> WRITERS_SHIFT) & MAX_WRITERS;
    }
}
