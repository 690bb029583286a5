// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Seals open records and has them written. Several threads run it, one for each record in flight;
 * the one that holds the turn seals.
 */
final class Committer {
    /** The idle time after which a heartbeat confirms the last records as durable. */
    private static final long IDLE_NANOS = 1_000_000_000L;

    private final CommitState state;
    private final DurableWatermark watermark;
    private final RecordAllocator allocator;
    private final RecordWriter recordWriter;
    private final SegmentSupply supply;
    private final Scheduler scheduler;

    private final Lock turn;

    @GuardedBy("turn")
    private long nextSequence = 1;

    @GuardedBy("turn")
    private long unprotected; // the highest sequence with entries

    @GuardedBy("turn")
    private boolean finished;

    private final LongAdder sealedEntries = new LongAdder();

    Committer(
            CommitState state,
            RecordAllocator allocator,
            RecordWriter recordWriter,
            SegmentSupply supply,
            Scheduler scheduler) {
        this.state = state;
        this.watermark = state.watermark;
        this.allocator = allocator;
        this.recordWriter = recordWriter;
        this.supply = supply;
        this.scheduler = scheduler;
        this.turn = scheduler.newLock();
    }

    /** Runs a committer thread until the journal is closed or has failed. */
    void commitUntilClosed() {
        try {
            while (commitNext()) {}
        } catch (Throwable t) {
            try {
                state.fail(t);
            } finally {
                settleRest();
            }
        }
    }

    private boolean commitNext() throws IOException {
        SealedRecord sealed;
        turn.lock();
        try {
            if (finished) return false;
            watermark.awaitRoom(nextSequence + 1); // a record and an end record
            boolean heartbeat = !awaitWork();
            boolean isEnding = state.closing && isDrained(); // read once: close runs concurrently
            if (isEnding) {
                // A heartbeat confirms only what is durable when it is written.
                watermark.await(nextSequence - 1);
                heartbeat = needsHeartbeat() && canConfirm();
            }
            if (state.hasFailed() || (isEnding && !heartbeat)) {
                finish();
                return false;
            }
            sealed = sealOpen(heartbeat);
        } finally {
            turn.unlock();
        }
        if (sealed.isEmpty()) {
            allocator.giveBack(sealed.record());
            if (sealed.leaves()) state.finishOne(sealed.record().segment);
            return true;
        }
        try {
            recordWriter.write(sealed);
        } catch (Throwable t) {
            try {
                state.fail(t);
            } finally {
                sealed.record().settle(OpenRecord.Outcome.FAILED);
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
            state.idleCommitter.set(self);
            if (hasWork()) break;
            long left = untilHeartbeat(idleSince);
            if (left <= 0 && canConfirm()) {
                state.idleCommitter.set(null);
                return false;
            }
            // A lock taken since then may have consumed the wake-up. The waking thread has cleared
            // the field before, so check it instead.
            if (state.idleCommitter.get() != self) continue;
            if (left <= 0 || left == Long.MAX_VALUE) scheduler.park(this);
            else scheduler.parkNanos(this, left);
        }
        state.idleCommitter.set(null);
        return true;
    }

    @GuardedBy("turn")
    private long untilHeartbeat(long idleSince) {
        if (state.endWanted) return 0;
        return needsHeartbeat() ? idleSince + IDLE_NANOS - scheduler.nanoTime() : Long.MAX_VALUE;
    }

    private boolean hasWork() {
        if (state.hasFailed() || state.closing) return true;
        OpenRecord record = state.open;
        if (record.isOutOfSpace()) return isNextWanted(record) && supply.isReady();
        if (OpenRecord.entries(record.state()) > 0) return true;
        int wanted = state.demand.get();
        if (wanted > 0 && allocator.canBeLarger(record, wanted)) return true;
        return (wanted > 0 || isToBeLeft(record)) && supply.isReady();
    }

    /** During recovery a segment is opened only on demand. */
    private boolean isNextWanted(OpenRecord record) {
        return supply.preparesAhead() || state.demand.get() > 0 || isToBeLeft(record);
    }

    private boolean isToBeLeft(OpenRecord record) {
        return record.segment.id() <= state.leaveUpTo.get();
    }

    /** Returns whether the open record has no entries. */
    private boolean isDrained() {
        return OpenRecord.entries(state.open.state()) == 0;
    }

    /** Copies need no heartbeat before they are complete: until then the originals are valid. */
    @GuardedBy("turn")
    private boolean needsHeartbeat() {
        return unprotected > recordWriter.lastWatermark() && !supply.isCarrying();
    }

    /**
     * Returns whether a heartbeat can be written, or in its place the segment's end record, which
     * confirms the same. Nothing can follow an end record.
     */
    private boolean canConfirm() {
        return !state.open.isEnded();
    }

    /** Seals the open record and opens the next one behind it. */
    @GuardedBy("turn")
    private SealedRecord sealOpen(boolean heartbeat) {
        OpenRecord old = state.open;
        int wanted = state.demand.getAndSet(0);
        @Nullable LiveSegment following = null;
        while (true) {
            long recordState = old.state();
            boolean isDue = heartbeat && OpenRecord.entries(recordState) == 0;
            SealDecision.Confirmation confirmation =
                    SealDecision.Confirmation.of(
                            isDue,
                            old.isEnded(),
                            isDue && state.endWanted,
                            old.block + 2 <= old.segment.endBlock());
            boolean isHeartbeat = confirmation == SealDecision.Confirmation.HEARTBEAT;
            boolean isEarlyEnd = confirmation == SealDecision.Confirmation.END;
            int endBlock = old.block + (isHeartbeat ? 1 : allocator.blocks(recordState));
            int room = old.isOutOfSpace() ? 0 : allocator.capacityAt(old.segment, endBlock);
            SealDecision decision = SealDecision.of(confirmation, room, wanted, isToBeLeft(old));
            if (decision.takesSegment() && following == null) following = nextSegment();
            int endOffset = old.startOffset(recordState);
            OpenRecord next;
            if (following != null) next = allocator.firstRecord(following, wanted);
            else if (decision.isFull())
                next =
                        allocator.outOfSpace(
                                old.segment, endBlock, endOffset, old.isEnded() || isEarlyEnd);
            else next = allocator.record(old.segment, endBlock, endOffset, wanted);
            if (old.seal(recordState, next)) {
                // Before the next record is open: no entry is in neither sum.
                sealedEntries.add(OpenRecord.entries(recordState));
                state.open = next;
                state.takingSegment = false;
                state.spaceWaiters.wakeAll();
                if (isEarlyEnd) state.endWanted = false;
                boolean ends = !old.isEnded() && (following != null || isEarlyEnd);
                return numbered(old, recordState, isHeartbeat, ends, following != null);
            }
            allocator.giveBack(next);
        }
    }

    private @Nullable LiveSegment nextSegment() {
        state.takingSegment = true;
        LiveSegment segment = supply.poll();
        if (segment != null) state.opened(segment);
        return segment;
    }

    /** Settles the record on failure: once sealed, no other code refers to it. */
    @GuardedBy("turn")
    private SealedRecord numbered(
            OpenRecord old, long recordState, boolean heartbeat, boolean ends, boolean leaves) {
        try {
            return number(old, recordState, heartbeat, ends, leaves);
        } catch (Throwable t) {
            old.settle(OpenRecord.Outcome.FAILED);
            throw t;
        }
    }

    @GuardedBy("turn")
    private SealedRecord number(
            OpenRecord old, long recordState, boolean heartbeat, boolean ends, boolean leaves) {
        boolean hasEntries = OpenRecord.entries(recordState) > 0;
        long sequence = hasEntries || heartbeat ? nextSequence++ : SealedRecord.NOTHING;
        long endSequence = ends ? nextSequence++ : SealedRecord.NOTHING;
        long first = sequence != SealedRecord.NOTHING ? sequence : endSequence;
        if (first != SealedRecord.NOTHING && old.segment.firstSequence == 0)
            old.segment.firstSequence = first;
        if (sequence != SealedRecord.NOTHING) {
            int body = OpenRecord.bodyBytes(recordState);
            int prefixes = OpenRecord.entries(recordState) * RecordHeader.ENTRY_PREFIX_BYTES;
            old.segment.recordSealed(body - prefixes, old.startOffset(recordState));
        }
        // The record that leaves the segment later is empty, and would not close it.
        if (ends && !leaves) old.segment.recordSealed(0, old.startOffset(recordState));
        if (hasEntries) unprotected = sequence;
        return new SealedRecord(old, recordState, sequence, endSequence, heartbeat, leaves);
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
        OpenRecord last = state.open;
        state.closed = true;
        if (!state.hasFailed()) state.finishOne(last.segment);
        last.sealForGood();
        last.settle(OpenRecord.Outcome.FAILED);
        state.spaceWaiters.wakeAll();
        state.closeWaiters.wakeAll();
    }

    /** The number of entries in sealed records, written or not. */
    long sealedEntries() {
        return sealedEntries.sum();
    }
}
