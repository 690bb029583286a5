// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** Told where an append was placed. */
    @FunctionalInterface
    public interface Placement {
        /**
         * Tells the place of an entry, before it can become durable and so before its segment can
         * be closed. Must return quickly: the record that the entry shares with others waits for
         * it.
         *
         * @param segmentId the segment
         * @param startOffset the logical offset at which the entry starts
         */
        void placed(long segmentId, int startOffset);
    }

    private final BlockDevice device;
    private final Scheduler scheduler;
    private final Superblock superblock;
    private final JournalListener listener;
    private final @Nullable JournalKey key;
    private final SegmentSupply supply;
    private final CommitPath path;
    private final List<Thread> committers = new ArrayList<>();
    private final Thread keeper;

    private final Map<Long, Bookkeeping> recovered = new ConcurrentSkipListMap<>();
    private final List<Integer> damagedSlots;

    /** As {@link #open} found them: what is opened since may lie over them. */
    private final List<MisplacedHead> misplaced;

    private final Map<Long, LiveSegment> live = new ConcurrentSkipListMap<>();

    private Journal(
            BlockDevice device,
            SlotTable slots,
            Surroundings surroundings,
            List<Bookkeeping> carriedOver,
            JournalOptions options,
            JournalListener listener,
            Environment environment)
            throws IOException {
        this.device = device;
        this.scheduler = environment.scheduler();
        this.superblock = slots.superblock();
        this.listener = listener;
        this.key = options.key();
        for (Bookkeeping found : slots.live()) recovered.put(found.segmentId(), found);
        this.damagedSlots = new ArrayList<>(slots.damagedSlots());
        this.misplaced = new ArrayList<>(surroundings.misplaced());
        this.supply =
                new SegmentSupply(
                        slots,
                        options,
                        device.isGrowable(),
                        superblock.identifierHighWater(),
                        carriedOver.isEmpty()
                                ? Bookkeeping.State.LIVE_SINCE_RECOVERY
                                : Bookkeeping.State.CARRYING,
                        environment);
        this.path =
                new CommitPath(
                        device,
                        superblock,
                        options,
                        new Events(),
                        supply,
                        supply.first(),
                        scheduler);
        supply.connect(path::segmentReady, path::fail);
        for (int i = 0; i < options.recordsInFlight(); i++)
            committers.add(scheduler.start("firesteel-committer-" + i, path::commitUntilClosed));
        this.keeper = scheduler.start("firesteel-keeper", supply);
    }

    private final class Events implements CommitPath.SegmentEvents {
        @Override
        public void opened(LiveSegment segment) {
            live.put(segment.id(), segment);
            listener.segmentOpened(segment.id());
        }

        @Override
        public void closed(LiveSegment segment) {
            listener.segmentClosed(segment.id());
        }

        @Override
        public void recordWritten(long nanos, int bytes) {
            listener.recordWritten(nanos, bytes);
        }

        @Override
        public void recordSettled() {
            listener.recordSettled();
        }

        @Override
        public void written(long offset, int bytes) {
            listener.written(offset, bytes);
        }

        @Override
        public void failed(JournalFailedException failure) {
            listener.failed(failure);
        }
    }

    /**
     * Opens a journal for writing; nobody else can until {@link #close}. What it found unreleased
     * is in {@link #segments} and comes with {@link #replay}. Until {@link #endRecovery}, appends
     * may use the reserve.
     *
     * @throws DeviceRefusedException if the device is not this owner's journal, or not to be had;
     *     not a byte of it has been written
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

    /** Opens a journal on a device that this process has to itself. */
    static Journal open(
            BlockDevice device,
            JournalOptions options,
            JournalListener listener,
            Environment environment)
            throws IOException {
        Superblock found = Superblocks.read(device).superblock();
        checkOwner(device, found, options.owner());
        SlotTable slots = SlotTable.read(device, found);
        slots.requireReadable();
        requireKey(device, slots, options.key());
        Surroundings surroundings = slots.surroundings();
        List<Bookkeeping> from = toCarryOver(slots, options.contentVersion());
        Survey survey = new Survey();
        new Replay(device, found, options.key(), survey).run(from, List.of(), surroundings);
        long floor = Math.max(slots.highestPossibleIdentifier(), options.identifierFloor());
        slots.update(
                found.ownedBy(options.owner())
                        .inEpoch(
                                Epochs.after(slots.highestEpoch(), environment.random()),
                                Math.max(floor, environment.clock().millis())));
        from = without(survey.redundant(from, false), from, slots);
        if (slots.freeSlots() == 0) from = without(survey.redundant(from, true), from, slots);
        from = survey.toCopy(from, found.geometry(), slots.freeSlots());
        Journal journal =
                new Journal(device, slots, surroundings, from, options, listener, environment);
        boolean opened = false;
        try {
            journal.carryOver(from, surroundings);
            opened = true;
            return journal;
        } finally {
            if (!opened) journal.abandon();
        }
    }

    /**
     * Segments of runs that crashed before they ended their recovery, and whose entries may be
     * copied: of this run's content version, with nothing of the same epoch left behind by which
     * damage is judged, and with nothing in their bookkeeping that tells of damage.
     */
    private static List<Bookkeeping> toCarryOver(SlotTable slots, int contentVersion) {
        Set<Long> mixed = new HashSet<>();
        for (Bookkeeping each : slots.live())
            if (each.state() != Bookkeeping.State.LIVE_SINCE_RECOVERY
                    || each.contentVersion() != contentVersion
                    || slots.holdsMisplaced(each.slot())) mixed.add(each.epoch());
        return slots.live().stream().filter(each -> !mixed.contains(each.epoch())).toList();
    }

    /** Frees what stands elsewhere, and returns the others. */
    private static List<Bookkeeping> without(
            List<Bookkeeping> redundant, List<Bookkeeping> segments, SlotTable slots)
            throws IOException {
        for (Bookkeeping each : lastFirst(redundant))
            slots.set(each.slot(), Bookkeeping.State.FREE);
        return segments.stream().filter(each -> !redundant.contains(each)).toList();
    }

    /**
     * The order in which segments are freed that stand elsewhere, too: what a crash leaves of them
     * is still the beginning of what stands there.
     */
    private static List<Bookkeeping> lastFirst(List<Bookkeeping> segments) {
        List<Bookkeeping> reversed = new ArrayList<>(segments);
        Collections.reverse(reversed);
        return reversed;
    }

    /**
     * Moves what earlier runs wrote during their recovery into segments of this run, which are then
     * replayed like any other, and frees theirs. Otherwise each crash in recovery would cost a
     * segment, and a full device would at last have none to start with.
     */
    private void carryOver(List<Bookkeeping> from, Surroundings surroundings) throws IOException {
        if (from.isEmpty()) return;
        new Replay(device, superblock, key, new CarryOver(path)).run(from, List.of(), surroundings);
        // The last copy may be of an entry that was acknowledged a run ago: once its original is
        // gone, it must not look like a torn tail, whatever becomes of it.
        path.endSegment();
        List<LiveSegment> copies = List.copyOf(live.values());
        readBack(from, copies);
        supply.openAs(Bookkeeping.State.LIVE_SINCE_RECOVERY).await();
        release(lastFirst(from));
        supply.allowLastResort(geometry().endBlock() - path.nextBlock() + Geometry.FIRST_BLOCK);
        path.roll(0);
        for (LiveSegment each : copies) {
            live.remove(each.id());
            recovered.put(each.id(), each.bookkeeping);
        }
    }

    /**
     * Sees that the copies are there: a drive that has lost a write, or made it elsewhere, is found
     * out while the originals are, and the next start copies them again. What was left in a slot
     * before a copy was made there is not looked at: nothing has said that it is damage.
     */
    private void readBack(List<Bookkeeping> from, List<LiveSegment> copies) throws IOException {
        List<Bookkeeping> written = copies.stream().map(each -> each.bookkeeping).toList();
        List<Bookkeeping> both = new ArrayList<>(from);
        both.addAll(written);
        Survey survey = new Survey();
        new Replay(device, superblock, key, survey)
                .run(both, List.of(), new Surroundings(List.of(), misplaced));
        if (!survey.holdTheSame(from, written))
            throw new JournalException(
                    device.name()
                            + " does not give back what a start has just copied on it: do not trust"
                            + " the drive");
    }

    private Geometry geometry() {
        return superblock.geometry();
    }

    private void release(List<Bookkeeping> segments) throws JournalException {
        List<Completion> releases = new ArrayList<>();
        for (Bookkeeping each : segments)
            releases.add(supply.change(each.slot(), Bookkeeping.State.FREE));
        for (Completion release : releases) release.await();
        for (Bookkeeping each : segments) recovered.remove(each.segmentId());
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

    /** Entries that cannot be decrypted must not be taken for what they are not. */
    private static void requireKey(BlockDevice device, SlotTable slots, @Nullable JournalKey key)
            throws DeviceRefusedException {
        for (Bookkeeping each : slots.live())
            if (each.isEncrypted() && (key == null || key.fingerprint() != each.keyFingerprint()))
                throw new DeviceRefusedException(
                        DeviceRefusedException.Reason.KEY,
                        device.name()
                                + " holds entries that are encrypted with key "
                                + JournalKey.text(each.keyFingerprint())
                                + (key == null ? ", and no key was given" : ", not with " + key));
    }

    /** Says what is on a device, without changing it; also while a journal on it is open. */
    public static JournalInfo inspect(Path path) throws JournalException {
        try (DirectBlockDevice device = DirectBlockDevice.openShared(path)) {
            return inspect(device);
        }
    }

    static JournalInfo inspect(BlockDevice device) throws JournalException {
        Superblocks.Found found = Superblocks.read(device);
        return info(found, SlotTable.read(device, found.superblock()));
    }

    private static JournalInfo info(Superblocks.Found found, SlotTable slots) {
        Superblock superblock = found.superblock();
        Geometry geometry = superblock.geometry();
        UUID owner = superblock.ownerId();
        return new JournalInfo(
                superblock.journalId(),
                Superblock.VERSION,
                owner == null ? null : new Owner(owner, superblock.ownerName()),
                Instant.ofEpochMilli(superblock.createdMillis()),
                Epochs.openings(superblock.epoch()),
                geometry.blockBytes(),
                geometry.segmentBytes(),
                superblock.slots(),
                geometry.deviceBytes(superblock.slots()),
                superblock.positionBase(),
                superblock.positionOverhead(),
                geometry.maxEntryBytes(),
                found.intactCopies(),
                slots.damagedSlots(),
                slots.live().stream().map(each -> recoveredInfo(each, geometry)).toList());
    }

    /**
     * Reads every unreleased entry of a journal that nobody has open, and changes nothing. Needs no
     * key: entries that are encrypted ({@link SegmentInfo#isEncrypted}) are handed on as they are.
     *
     * @throws IOException if the handler throws it, or the device cannot be read at all
     */
    public static ReplaySummary read(Path path, ReplayHandler handler) throws IOException {
        try (DirectBlockDevice device = DirectBlockDevice.openForReading(path)) {
            return read(device, null, handler);
        }
    }

    /**
     * The same, and decrypts.
     *
     * @throws DeviceRefusedException if it holds entries that are encrypted with another key
     */
    public static ReplaySummary read(Path path, JournalKey key, ReplayHandler handler)
            throws IOException {
        try (DirectBlockDevice device = DirectBlockDevice.openForReading(path)) {
            return read(device, key, handler);
        }
    }

    static ReplaySummary read(BlockDevice device, @Nullable JournalKey key, ReplayHandler handler)
            throws IOException {
        Superblock superblock = Superblocks.read(device).superblock();
        SlotTable slots = SlotTable.read(device, superblock);
        if (key != null) requireKey(device, slots, key);
        return new Replay(device, superblock, key, handler)
                .run(slots.live(), slots.damagedSlots(), slots.surroundings());
    }

    /**
     * Reads what a {@link #replay} would hand on, of a journal that nobody has open: each entry
     * once. In this it differs from {@link #read}, which also hands on originals that a crash has
     * left beside their copies, and that {@link #open} would free; and in that it decrypts. Changes
     * nothing.
     *
     * @param key as for {@link JournalOptions#key()}
     * @throws DeviceRefusedException if it holds entries that are encrypted with another key
     * @throws IOException if the handler throws it, or the device cannot be read at all
     */
    public static ReplaySummary readOnce(Path path, @Nullable JournalKey key, ReplayHandler handler)
            throws IOException {
        try (DirectBlockDevice device = DirectBlockDevice.openForReading(path)) {
            return readOnce(device, key, handler);
        }
    }

    static ReplaySummary readOnce(
            BlockDevice device, @Nullable JournalKey key, ReplayHandler handler)
            throws IOException {
        Superblock superblock = Superblocks.read(device).superblock();
        SlotTable slots = SlotTable.read(device, superblock);
        requireKey(device, slots, key);
        List<Bookkeeping> segments = new ArrayList<>(slots.live());
        segments.removeAll(originalsBesideCopies(device, slots, key));
        return new Replay(device, superblock, key, handler)
                .run(segments, slots.damagedSlots(), slots.surroundings());
    }

    /** For an owner that still has the content version of the newest segment. */
    private static List<Bookkeeping> originalsBesideCopies(
            BlockDevice device, SlotTable slots, @Nullable JournalKey key) throws IOException {
        List<Bookkeeping> found = slots.live();
        if (found.isEmpty()) return List.of();
        List<Bookkeeping> from = toCarryOver(slots, found.get(found.size() - 1).contentVersion());
        Survey survey = new Survey();
        new Replay(device, slots.superblock(), key, survey)
                .run(from, List.of(), slots.surroundings());
        return survey.redundant(from, false);
    }

    static SegmentInfo recoveredInfo(Bookkeeping segment, Geometry geometry) {
        return new SegmentInfo(
                segment.segmentId(),
                segment.slot(),
                segment.contentVersion(),
                true,
                0,
                0,
                geometry.segmentBytes(),
                segment.keyFingerprint());
    }

    /**
     * Appends an entry and waits until it is durable. Safe to call from any number of threads; an
     * interrupt does not end the wait and is kept for the caller.
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
     * Does the first half of an {@link #append}: once this returns, the entry has its place and
     * will be written; it counts as written only once {@link PendingAppend} says so. Waits only for
     * space.
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
     * At or above the end of every append that was placed before this call, and below the end of
     * every append that starts after it.
     */
    public JournalPosition position() {
        return path.position();
    }

    /** Unreleased segments in the order of their identifiers; the last is the one appended to. */
    public List<SegmentInfo> segments() {
        Geometry geometry = superblock.geometry();
        List<SegmentInfo> infos = new ArrayList<>();
        for (Bookkeeping each : recovered.values()) infos.add(recoveredInfo(each, geometry));
        for (LiveSegment each : live.values()) infos.add(each.info(geometry.segmentBytes()));
        return infos;
    }

    /** Whether {@link #open} found anything that {@link #replay} has to read. */
    public boolean hasEntriesToReplay() {
        return !recovered.isEmpty() || !damagedSlots.isEmpty();
    }

    /**
     * Hands on every entry that {@link #open} found, oldest segment first, and then every damage.
     * Releases nothing, and can be repeated.
     *
     * @throws IOException what the handler throws
     */
    public ReplaySummary replay(ReplayHandler handler) throws IOException {
        List<Bookkeeping> segments = List.copyOf(recovered.values());
        return new Replay(device, superblock, key, handler)
                .run(
                        segments,
                        List.copyOf(damagedSlots),
                        new Surroundings(segments, List.copyOf(misplaced)));
    }

    /**
     * Hands on the entries of a segment that this run has written and closed, and then every damage
     * to it. Hands on nothing of a segment that was released, or that comes with {@link #replay}.
     * Nobody may release it before this returns.
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
                        List.of(segment.bookkeeping),
                        List.of(),
                        new Surroundings(List.of(), List.of()));
    }

    /**
     * Reads a segment that this run writes, while it is written. Nobody may release it before it
     * was read to its end.
     *
     * @throws IllegalArgumentException if the segment was released, or comes with {@link #replay}
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
     * Releases every segment that {@link #open} found, and sets the reserve aside again. Call it
     * once what was replayed is durable elsewhere.
     */
    public void endRecovery() throws JournalException {
        // In this order: whenever a crash comes, what this run wrote can still be carried over, and
        // costs no slot for ever.
        release(List.copyOf(recovered.values()));
        for (int slot : damagedSlots) supply.change(slot, Bookkeeping.State.FREE).await();
        damagedSlots.clear();
        supply.openAs(Bookkeeping.State.LIVE).await();
        misplaced.clear();
    }

    /**
     * Moves on to a new segment, so that the one before can be closed and released.
     *
     * @param floor the new segment gets an identifier above this, at most {@link
     *     JournalOptions#MAX_IDENTIFIER_FLOOR}; 0 where any will do
     * @throws JournalFullException if there was none within {@link JournalOptions#fullWait()}
     * @throws JournalException if the floor is above its maximum, or the journal has failed
     */
    public void roll(long floor) throws JournalException {
        path.roll(floor);
    }

    /**
     * Gives the space of a closed segment back, soon after this returns. A segment that was
     * released already is ignored.
     *
     * @throws IllegalStateException if appends still go to the segment
     */
    public void release(long segmentId) {
        LiveSegment segment = live.get(segmentId);
        if (segment == null) return;
        requireClosed(segment);
        if (live.remove(segmentId, segment)) supply.release(segment.bookkeeping.slot());
    }

    /** How many appends wait for space, or have given up and are not forgotten yet. */
    int spaceWaiters() {
        return path.spaceWaiters();
    }

    /** How the journal stands. */
    public JournalStatus status() {
        return new JournalStatus(
                supply.slotCount(),
                supply.freeSlots(),
                supply.reserveSlots(),
                superblock.geometry().segmentBytes(),
                device.isGrowable(),
                path.completedAppends(),
                path.pendingAppends(),
                path.records(),
                path.writtenBytes(),
                path.entryBytes());
    }

    /**
     * Writes what was appended, frees segments that hold no entry, and lets go of the device.
     * Appends after it fail.
     *
     * @throws JournalException if the journal had failed, or fails at this: then segments that were
     *     released may not be free on the device. It is closed all the same
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
        // Who closes must not take for released what could not be: that fails the journal, too.
        JournalFailedException failure = path.problem();
        if (failure != null) throw failure;
    }

    /** Closes what could not be opened; why it could not is being thrown already. */
    private void abandon() {
        try {
            close();
        } catch (JournalException e) {
            // The first failure is the one that counts.
        }
    }
}
