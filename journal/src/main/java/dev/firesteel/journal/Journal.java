// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * A durable log of entries on a file or a raw block device: an append that returned is on flash.
 *
 * <p>Entries are opaque bytes. They live in segments; the owner releases a segment when it no
 * longer needs its entries, and gets every entry of every unreleased segment back on {@link
 * #replay} after a crash. A journal has one writer: the process that opened it.
 *
 * <p>The life of a journal, in the order of calls: {@link JournalFormat#write} once; then each time
 * {@link #open}, {@link #replay}, {@link #endRecovery}, any number of {@link #append} and {@link
 * #release}, {@link #close}. Appends are possible from {@link #open} on.
 */
public final class Journal implements Closeable {

    /** Receives the place of an append. */
    @FunctionalInterface
    public interface Placement {
        /**
         * Called with the place of an entry, before it can become durable and before its segment
         * can be closed. Must return quickly: the entry's record is not written before. What it
         * throws is thrown to the writer; the entry is written all the same.
         *
         * @param segmentId the segment
         * @param startOffset the logical offset at which the entry starts
         */
        void placed(long segmentId, int startOffset);
    }

    private final BlockDevice device;
    private final Scheduler scheduler;
    private final Superblock superblock;
    private final @Nullable JournalKey key;
    private final SegmentSupply supply;
    private final CommitPath path;
    private final List<Thread> committers = new ArrayList<>();
    private final Thread keeper;

    private final Map<Long, SlotHeader> recovered = new ConcurrentSkipListMap<>();
    private final List<Integer> damagedSlots;

    /** The segments that {@link #open} found. Later segments may occupy the same slots. */
    private final List<MisplacedHead> misplaced;

    private final Map<Long, LiveSegment> live;

    private Journal(
            BlockDevice device,
            SlotTable slots,
            ReplayContext replayContext,
            List<SlotHeader> carriedOver,
            JournalOptions options,
            JournalListener listener,
            Environment environment)
            throws IOException {
        this.device = device;
        this.scheduler = environment.scheduler();
        this.superblock = slots.superblock();
        this.key = options.key();
        for (SlotHeader found : slots.live()) recovered.put(found.segmentId(), found);
        this.damagedSlots = new ArrayList<>(slots.damagedSlots());
        this.misplaced = new ArrayList<>(replayContext.misplaced());
        this.supply =
                new SegmentSupply(
                        slots,
                        options,
                        device.isGrowable(),
                        superblock.identifierHighWater(),
                        carriedOver.isEmpty()
                                ? SlotHeader.State.LIVE_SINCE_RECOVERY
                                : SlotHeader.State.CARRYING,
                        environment);
        this.path =
                new CommitPath(
                        device, superblock, options, listener, supply, supply.first(), scheduler);
        this.live = path.live();
        supply.connect(path::segmentReady, path::fail);
        for (int i = 0; i < options.recordsInFlight(); i++)
            committers.add(scheduler.start("firesteel-committer-" + i, path::commitUntilClosed));
        this.keeper = scheduler.start("firesteel-keeper", supply);
    }

    /**
     * Opens a journal for writing, exclusively until {@link #close}. Unreleased segments are in
     * {@link #segments} and can be read with {@link #replay}. Until {@link #endRecovery}, appends
     * may use the reserve. A journal without unreleased or damaged segments changes its owner.
     *
     * @throws DeviceRefusedException if the device is not this owner's journal or cannot be locked;
     *     nothing has been written
     * @throws JournalException if the journal is unusable, or the device failed
     */
    public static Journal open(Path path, JournalOptions options, JournalListener listener)
            throws JournalException {
        DirectBlockDevice device = DirectBlockDevice.open(path);
        Journal journal = null;
        try {
            journal = open(device, options, listener, Environment.real());
            return journal;
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException(String.valueOf(e.getMessage()), e);
        } finally {
            if (journal == null) device.close();
        }
    }

    /** Opens a journal on a device that this process has locked. */
    static Journal open(
            BlockDevice device,
            JournalOptions options,
            JournalListener listener,
            Environment environment)
            throws IOException {
        Superblock found = Superblocks.read(device).superblock();
        SlotTable slots = SlotTable.read(device, found);
        if (!slots.isClean()) checkOwner(device, found, options.owner());
        slots.requireReadable();
        slots.requireKey(options.key());
        ReplayContext replayContext = slots.replayContext();
        CarryOver carryOver = CarryOver.of(device, slots, options.key(), options.contentVersion());
        long floor = Math.max(slots.highestPossibleIdentifier(), options.identifierFloor());
        slots.update(
                found.ownedBy(options.owner())
                        .inEpoch(
                                EpochGenerator.after(slots.highestEpoch(), environment.random()),
                                Math.max(floor, environment.clock().millis())));
        List<SlotHeader> from = carryOver.select(slots);
        Journal journal =
                new Journal(device, slots, replayContext, from, options, listener, environment);
        boolean opened = false;
        try {
            journal.carryOver(from, replayContext);
            opened = true;
            return journal;
        } finally {
            if (!opened) journal.abandon();
        }
    }

    /**
     * Copies segments that earlier runs wrote during their recovery into segments of this run,
     * which are replayed like any other, and frees the originals.
     */
    private void carryOver(List<SlotHeader> from, ReplayContext replayContext) throws IOException {
        if (from.isEmpty()) return;
        new Replay(device, superblock, key, new SegmentRelocation(path))
                .run(from, List.of(), replayContext);
        // The last copy may be of an entry that an earlier run acknowledged. Once the original is
        // freed, damage to the copy must not be read as a torn tail.
        path.endSegment();
        List<LiveSegment> copies = List.copyOf(live.values());
        readBack(from, copies);
        supply.openAs(SlotHeader.State.LIVE_SINCE_RECOVERY).await();
        release(CarryOver.lastFirst(from));
        supply.allowLastResort(geometry().endBlock() - path.nextBlock() + Geometry.FIRST_BLOCK);
        path.roll(0);
        for (LiveSegment each : copies) {
            live.remove(each.id());
            recovered.put(each.id(), each.slotHeader);
        }
    }

    /**
     * Verifies the copies. A lost or misplaced write is thus detected while the originals exist,
     * and the next start copies them again. Older content of the slots is not checked.
     */
    private void readBack(List<SlotHeader> from, List<LiveSegment> copies) throws IOException {
        List<SlotHeader> written = copies.stream().map(each -> each.slotHeader).toList();
        List<SlotHeader> both = new ArrayList<>(from);
        both.addAll(written);
        SegmentDigest digest = new SegmentDigest();
        new Replay(device, superblock, key, digest)
                .run(both, List.of(), new ReplayContext(List.of(), misplaced));
        if (!digest.holdTheSame(from, written))
            throw new JournalException(
                    device.name()
                            + " does not return the data that this start has just copied to it:"
                            + " replace the drive");
    }

    private Geometry geometry() {
        return superblock.geometry();
    }

    private void release(List<SlotHeader> segments) throws JournalException {
        List<Completion> releases = new ArrayList<>();
        for (SlotHeader each : segments)
            releases.add(supply.change(each.slot(), SlotHeader.State.FREE));
        for (Completion release : releases) release.await();
        for (SlotHeader each : segments) recovered.remove(each.segmentId());
    }

    private static void checkOwner(BlockDevice device, Superblock found, Owner owner)
            throws DeviceRefusedException {
        UUID has = found.ownerId();
        if (has == null || has.equals(owner.id())) return;
        throw new DeviceRefusedException(
                DeviceRefusedException.Reason.FOREIGN,
                device.name()
                        + " holds the journal of another owner: "
                        + found.ownerName()
                        + " ("
                        + has
                        + "), not of "
                        + owner.name()
                        + " ("
                        + owner.id()
                        + ")");
    }

    /**
     * Appends an entry and waits until it is durable. Thread-safe. An interrupt does not end the
     * wait; the thread's interrupt status is restored.
     *
     * @param entry the bytes from position to limit, 1 to {@link #maxEntryBytes} of them; the
     *     buffer is not changed
     * @return the entry's end position
     * @throws JournalFullException if no space came free in time; the entry was not written
     * @throws JournalFailedException if the device failed or the journal is closed; whether the
     *     entry was written is unknown
     */
    public JournalPosition append(ByteBuffer entry, Placement placement)
            throws JournalFullException, JournalFailedException {
        PendingAppend append = submit(entry, placement);
        append.await();
        return append.end();
    }

    /**
     * Places an entry, and blocks only for space. The entry is durable once {@link PendingAppend}
     * has been settled without a failure.
     *
     * @param entry as for {@link #append}
     * @throws JournalFullException if no space came free in time; the entry was not written
     * @throws JournalFailedException if the device failed or the journal is closed
     */
    public PendingAppend submit(ByteBuffer entry, Placement placement)
            throws JournalFullException, JournalFailedException {
        return path.submit(entry, placement);
    }

    /**
     * Does the same as {@link #submit} without blocking.
     *
     * @return null if the open record has no room; nothing has been done then
     * @throws JournalFailedException if the device failed or the journal is closed
     */
    public @Nullable PendingAppend trySubmit(ByteBuffer entry, Placement placement)
            throws JournalFailedException {
        return path.trySubmit(entry, placement);
    }

    /** The largest entry that fits, in bytes. */
    public int maxEntryBytes() {
        return geometry().maxEntryBytes();
    }

    /**
     * Returns a position at or above the end of every append that was placed before this call, and
     * below the end of every append that starts after it.
     */
    public JournalPosition position() {
        return path.position();
    }

    /** Returns the unreleased segments by ascending identifier. The last one takes appends. */
    public List<SegmentInfo> segments() {
        Geometry geometry = superblock.geometry();
        List<SegmentInfo> infos = new ArrayList<>();
        for (SlotHeader each : recovered.values()) infos.add(each.info(geometry.segmentBytes()));
        for (LiveSegment each : live.values()) infos.add(each.info(geometry.segmentBytes()));
        return infos;
    }

    /** Returns whether {@link #open} found entries or damage for {@link #replay}. */
    public boolean hasEntriesToReplay() {
        return !recovered.isEmpty() || !damagedSlots.isEmpty();
    }

    /**
     * Passes every entry that {@link #open} found to the handler, oldest segment first, and then
     * every damage. Releases nothing, and can be repeated.
     *
     * @throws IOException what the handler throws
     */
    public ReplaySummary replay(ReplayHandler handler) throws IOException {
        List<SlotHeader> segments = List.copyOf(recovered.values());
        return new Replay(device, superblock, key, handler)
                .run(
                        segments,
                        List.copyOf(damagedSlots),
                        new ReplayContext(segments, List.copyOf(misplaced)));
    }

    /**
     * Passes the entries of a closed segment of this run to the handler, and then every damage to
     * it. Passes nothing of a segment that was released or that {@link #replay} reads. The segment
     * must not be released before this returns.
     *
     * @throws IllegalStateException if appends still go to the segment
     * @throws IOException what the handler throws
     */
    public void readClosed(long segmentId, ReplayHandler handler) throws IOException {
        LiveSegment segment = live.get(segmentId);
        if (segment == null) return;
        requireClosed(segment);
        new Replay(device, superblock, key, handler)
                .run(
                        List.of(segment.slotHeader),
                        List.of(),
                        new ReplayContext(List.of(), List.of()));
    }

    /**
     * Reads a segment of this run while it is written. It must not be released before it has been
     * read to its end.
     *
     * @throws IllegalArgumentException if the segment was released, or {@link #replay} reads it
     */
    public SegmentFollower follow(long segmentId) {
        LiveSegment segment = live.get(segmentId);
        if (segment == null)
            throw new IllegalArgumentException("this run writes no segment " + segmentId);
        return new SegmentFollower(device, superblock, segment, path::durable);
    }

    private static void requireClosed(LiveSegment segment) {
        if (!segment.isClosed())
            throw new IllegalStateException("segment " + segment.id() + " is not closed");
    }

    /**
     * Releases every segment that {@link #open} found, and restores the reserve. Call it once all
     * replayed entries are durable elsewhere.
     */
    public void endRecovery() throws JournalException {
        // The order counts: after a crash at any point, the next start can still copy what this run
        // wrote, and no slot stays occupied.
        release(List.copyOf(recovered.values()));
        for (int slot : damagedSlots) supply.change(slot, SlotHeader.State.FREE).await();
        damagedSlots.clear();
        supply.openAs(SlotHeader.State.LIVE).await();
        misplaced.clear();
    }

    /**
     * Changes to a new segment, and closes the one before, which can then be released.
     *
     * @param floor the new segment gets an identifier above this, at most {@link
     *     JournalOptions#MAX_IDENTIFIER_FLOOR}; 0 for no floor
     * @throws JournalFullException if there was none within {@link JournalOptions#fullWait()}
     * @throws JournalException if the floor is above its maximum, or the journal has failed
     */
    public void roll(long floor) throws JournalException {
        path.roll(floor);
    }

    /**
     * Releases a closed segment; its space is free soon after this returns. Ignores a segment that
     * was released already.
     *
     * @throws IllegalStateException if appends still go to the segment
     */
    public void release(long segmentId) {
        LiveSegment segment = live.get(segmentId);
        if (segment == null) return;
        requireClosed(segment);
        if (live.remove(segmentId, segment)) supply.release(segment.slotHeader.slot());
    }

    /** The number of appends that wait for space, including those whose deadline has passed. */
    int spaceWaiters() {
        return path.spaceWaiters();
    }

    /**
     * Returns whether the journal's file was deleted since it was opened. Appends still succeed
     * then, but nothing can read them once the journal is closed.
     */
    public boolean isDeleted() {
        return device.isDeleted();
    }

    /**
     * Copies the journal, as it is on its device, to a new file that only this user can read. When
     * this returns, the content of the copy survives a power failure; its name does so once the
     * directory was synchronized. The copy holds the appends that were settled before.
     *
     * @throws IOException if there is a file, which is left alone, or the copy cannot be written;
     *     nothing remains of it
     */
    public void copyTo(Path file) throws IOException {
        new DeviceCopy(device).write(file);
    }

    /**
     * Returns whether every append so far is durable or has failed: none of them is acknowledged
     * later.
     */
    public boolean isSettled() {
        return path.isSettled();
    }

    /** Returns the journal's state and counters. */
    public JournalStatus status() {
        return new JournalStatus(
                supply.slotCount(),
                supply.freeSlots(),
                supply.reserveSlots(),
                superblock.geometry().segmentBytes(),
                device.isGrowable(),
                path.hasFailed(),
                path.completedAppends(),
                path.pendingAppends(),
                path.records(),
                path.writtenBytes(),
                path.entryBytes());
    }

    /**
     * Writes all pending appends, frees segments without entries, and closes the device. Later
     * appends fail.
     *
     * @throws JournalException if the journal has failed. It is closed, but released segments may
     *     not be free on the device
     */
    @Override
    public void close() throws JournalException {
        path.close();
        for (Thread committer : committers) scheduler.join(committer);
        for (LiveSegment each : live.values())
            if (each.isClosed() && each.contentBytes() == 0) release(each.id());
        supply.stop();
        scheduler.join(keeper);
        try {
            device.close();
        } catch (IOException e) {
            throw new JournalException("cannot close " + device.name() + ": " + e.getMessage(), e);
        }
        // A segment that could not be released fails the journal, and so this call.
        JournalFailedException failure = path.problem();
        if (failure != null) throw failure;
    }

    /** Closes a device after a failed open. The caller throws the original failure. */
    private void abandon() {
        try {
            close();
        } catch (JournalException e) {
            // The first failure is the one that counts.
        }
    }
}
