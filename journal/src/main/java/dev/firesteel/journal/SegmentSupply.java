// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prepares segments for the committers, frees released ones, and grows a growable device.
 *
 * <p>Only the keeper thread writes slot metadata, in {@link #run}. Other threads enqueue a request
 * and do not block.
 */
final class SegmentSupply implements Runnable {
    /** Stands for every slot that this run has opened. */
    private static final int OPENED = -1;

    /** A requested change of a slot's state. */
    private record Change(int slot, SlotHeader.State state, Completion done) {}

    private final SlotTable slots;
    private final JournalOptions options;
    private final boolean growable;
    private final InstantSource clock;

    private final Scheduler scheduler;
    private final Lock lock;
    private final Condition changed;

    // Only the keeper uses the slot table.
    @GuardedBy("lock")
    private final Deque<Change> changes = new ArrayDeque<>();

    @GuardedBy("lock")
    private @Nullable LiveSegment prepared;

    @GuardedBy("lock")
    private boolean preparing;

    @GuardedBy("lock")
    private boolean wanted;

    private volatile SlotHeader.State opening; // changed under the lock

    @GuardedBy("lock")
    private boolean stopped;

    @GuardedBy("lock")
    private Throwable ended = new JournalFailedException("the journal is closed");

    @GuardedBy("lock")
    private long identifierFloor;

    @GuardedBy("lock")
    private long raisedFloor;

    @GuardedBy("lock")
    private int freeSlots;

    @GuardedBy("lock")
    private int slotCount;

    @GuardedBy("lock")
    private @Nullable String shortage;

    /** The number of slots that this run opened before its recovery ended. */
    @GuardedBy("lock")
    private int recoverySlots;

    /** If above 0, the next segment may use the reserve, but only up to this block. */
    @GuardedBy("lock")
    private int lastResortEndBlock;

    private final int reserveSlots;
    private Runnable onPrepared = () -> {};
    private Consumer<Throwable> onFailure = failure -> {};

    SegmentSupply(
            SlotTable slots,
            JournalOptions options,
            boolean growable,
            long identifierFloor,
            SlotHeader.State opening,
            Environment environment) {
        this.slots = slots;
        this.options = options;
        this.growable = growable;
        this.clock = environment.clock();
        this.scheduler = environment.scheduler();
        this.lock = scheduler.newLock();
        this.changed = lock.newCondition();
        this.identifierFloor = identifierFloor;
        this.opening = opening;
        this.freeSlots = slots.freeSlots();
        this.slotCount = slots.superblock().slots();
        this.reserveSlots =
                Math.min(
                        options.reserveSegments(),
                        Math.max(JournalOptions.MIN_RESERVE_SEGMENTS, slotCount / 4));
    }

    /** Sets the callbacks for a ready segment and for a failed metadata write. */
    void connect(Runnable prepared, Consumer<Throwable> failure) {
        this.onPrepared = prepared;
        this.onFailure = failure;
    }

    /** Opens the very first segment of a run, on the calling thread, before the keeper runs. */
    @SuppressWarnings("GuardedBy") // there is no other thread yet
    LiveSegment first() throws IOException {
        if (freeSlots == 0 && growable) grow();
        if (freeSlots == 0)
            throw new JournalException(
                    "every segment holds entries that were not released, and none is left to start"
                            + " with");
        return open(slots.superblock().geometry().endBlock());
    }

    /** Removes and returns the prepared segment, if there is one. */
    @Nullable LiveSegment poll() {
        lock.lock();
        try {
            LiveSegment taken = prepared;
            prepared = null;
            if (taken != null) lastResortEndBlock = 0;
            wanted |= !isRecovering();
            changed.signalAll();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns whether segments are prepared ahead of need. During recovery they are not, so that a
     * crash there costs less of the reserve.
     */
    boolean preparesAhead() {
        return !isRecovering();
    }

    /** Returns whether this run writes copies of entries that are still live elsewhere. */
    boolean isCarrying() {
        return opening == SlotHeader.State.CARRYING;
    }

    /** Returns whether a segment is ready, and requests one if not. */
    boolean isReady() {
        lock.lock();
        try {
            if (prepared != null) return true;
            wanted = true;
            changed.signalAll();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Ensures that new segments get identifiers above {@code floor}. */
    void raiseIdentifiers(long floor) {
        lock.lock();
        try {
            raisedFloor = Math.max(raisedFloor, floor);
            identifierFloor = Math.max(identifierFloor, floor);
            if (prepared != null && prepared.id() <= floor) {
                dropPrepared();
                wanted = true;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Requests that a slot is freed. If that fails, the journal fails. */
    void release(int slot) {
        var unused = change(slot, SlotHeader.State.FREE);
    }

    /** Requests a change of a slot's state. The result completes when the change is durable. */
    Completion change(int slot, SlotHeader.State state) {
        lock.lock();
        try {
            Change change = new Change(slot, state, new Completion(scheduler));
            if (stopped) change.done().fail(ended);
            else changes.add(change);
            changed.signalAll();
            return change.done();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Allows the next segment even if it leaves too little for the next start-up. It must end
     * before {@code endBlock}, so that its entries can be carried over without another slot.
     */
    void allowLastResort(int endBlock) {
        lock.lock();
        try {
            lastResortEndBlock = endBlock;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives this state to every segment that this run has opened or will open. LIVE ends recovery:
     * the reserve is kept again, and segments are prepared ahead.
     */
    Completion openAs(SlotHeader.State state) {
        lock.lock();
        try {
            dropPrepared();
            opening = state;
            wanted |= !isRecovering();
            return change(OPENED, state);
        } finally {
            lock.unlock();
        }
    }

    private boolean isRecovering() {
        return opening != SlotHeader.State.LIVE;
    }

    int freeSlots() {
        lock.lock();
        try {
            return freeSlots;
        } finally {
            lock.unlock();
        }
    }

    int slotCount() {
        lock.lock();
        try {
            return slotCount;
        } finally {
            lock.unlock();
        }
    }

    int reserveSlots() {
        return reserveSlots;
    }

    /**
     * Returns whether no segment becomes available before one is released. Otherwise, one is ready
     * or the keeper can prepare it, even if the device is slow.
     */
    boolean isShort() {
        lock.lock();
        try {
            return prepared == null && !preparing && !canOpen() && !(growable && shortage == null);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean canOpen() {
        return freeSlots > keptSlots() || hasLastResort();
    }

    /** Returns the reason for the lack of a segment, for a message. */
    String shortage() {
        lock.lock();
        try {
            String grown = shortage == null ? "" : "; it could not grow: " + shortage;
            return freeSlots
                    + " of "
                    + slotCount
                    + " segments free, "
                    + reserveSlots
                    + " kept for start-up"
                    + grown;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void dropPrepared() {
        if (prepared == null) return;
        if (isRecovering()) recoverySlots--;
        changes.add(
                new Change(
                        prepared.slotHeader.slot(),
                        SlotHeader.State.FREE,
                        new Completion(scheduler)));
        prepared = null;
    }

    /** Ends the keeper after the pending changes. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
            dropPrepared();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        try {
            while (keepOnce()) {}
        } catch (Throwable failure) {
            try {
                onFailure.accept(failure);
            } finally {
                failChanges(failure);
            }
        }
    }

    private void failChanges(Throwable failure) {
        lock.lock();
        try {
            stopped = true;
            ended = failure;
            for (Change change : changes) change.done().fail(failure);
            changes.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Performs the next task. Returns false when the keeper must end. */
    private boolean keepOnce() throws IOException {
        Change change;
        lock.lock();
        try {
            while (changes.isEmpty() && !stopped && !shouldPrepare())
                changed.awaitUninterruptibly();
            change = changes.peek();
            if (change == null && stopped) return false;
            preparing = change == null;
        } finally {
            lock.unlock();
        }
        if (change != null) make(change);
        else prepare();
        return true;
    }

    @GuardedBy("lock")
    private boolean shouldPrepare() {
        return prepared == null && wanted && (growable || canOpen());
    }

    @GuardedBy("lock")
    private boolean hasLastResort() {
        return lastResortEndBlock > 0 && freeSlots > 0;
    }

    /**
     * Returns the number of slots that must stay free when one more is opened. In service, that is
     * the reserve. A file grows instead of using it, because a full file system could prevent
     * growth later. In recovery, the next start-up needs them if this one crashes: to carry over
     * the slots opened by this run, and to continue in one more.
     */
    @GuardedBy("lock")
    private int keptSlots() {
        return switch (opening) {
            case CARRYING -> 0;
            case LIVE_SINCE_RECOVERY -> recoverySlots + 2;
            default -> reserveSlots;
        };
    }

    private void make(Change change) throws IOException {
        if (change.slot() == OPENED) slots.setOpened(change.state());
        else slots.set(change.slot(), change.state());
        lock.lock();
        try {
            changes.remove();
            freeSlots = slots.freeSlots();
            // The thread that met the shortage still waits, and does not request again.
            wanted |= shortage != null && change.state() == SlotHeader.State.FREE;
        } finally {
            lock.unlock();
        }
        change.done().complete();
    }

    private void prepare() throws IOException {
        int endBlock = room();
        if (endBlock == 0) return;
        LiveSegment segment = open(endBlock);
        lock.lock();
        try {
            preparing = false;
            prepared = segment;
            // While it was being opened, the floor may have been raised, or the journal closed.
            wanted = segment.id() <= raisedFloor;
            if (wanted || stopped) dropPrepared();
        } finally {
            lock.unlock();
        }
        onPrepared.run();
    }

    /** Returns the end block for a new segment, or 0 if none may be opened. */
    private int room() throws IOException {
        int missing;
        lock.lock();
        try {
            missing = keptSlots() + 1 - freeSlots;
        } finally {
            lock.unlock();
        }
        while (missing > 0 && growable && grow()) missing--;
        lock.lock();
        try {
            if (missing <= 0) return slots.superblock().geometry().endBlock();
            if (hasLastResort()) return lastResortEndBlock;
            preparing = false;
            // Growth is retried only on the next request; freed space is noticed without one.
            if (growable) wanted = false;
            return 0;
        } finally {
            lock.unlock();
        }
    }

    private LiveSegment open(int endBlock) throws IOException {
        long id;
        SlotHeader.State state;
        lock.lock();
        try {
            state = opening;
            id = identifierFloor = Math.max(clock.millis(), identifierFloor + 1);
        } finally {
            lock.unlock();
        }
        JournalKey key = options.key();
        long fingerprint = key == null ? SegmentInfo.NOT_ENCRYPTED : key.fingerprint();
        SlotHeader opened = slots.open(id, state, options.contentVersion(), fingerprint);
        LiveSegment segment =
                new LiveSegment(
                        opened,
                        key == null ? null : key.cipher(slots.superblock().journalId(), opened),
                        slots.superblock().positionBase(),
                        endBlock);
        lock.lock();
        try {
            freeSlots = slots.freeSlots();
            if (state != SlotHeader.State.LIVE) recoverySlots++;
        } finally {
            lock.unlock();
        }
        return segment;
    }

    /**
     * Grows the device and returns whether it grew. Failed growth, as on a full file system, is a
     * shortage and not a failure. A failed write of metadata is a failure, as everywhere.
     */
    private boolean grow() throws IOException {
        @Nullable String problem = null;
        try {
            slots.growDevice();
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
        }
        if (problem == null) slots.addSlot();
        lock.lock();
        try {
            shortage = problem;
            freeSlots = slots.freeSlots();
            slotCount = slots.superblock().slots();
            return problem == null;
        } finally {
            lock.unlock();
        }
    }
}
