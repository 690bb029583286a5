// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds the metadata of a device's slots. Not safe for concurrent use: {@link SegmentSupply} owns
 * it while the journal is open.
 */
final class SlotTable {
    private final BlockDevice device;
    private final ByteBuffer block;

    /** Metadata by slot; null if no copy is readable, or both are older than the slot's content. */
    private final List<@Nullable SlotHeader> current = new ArrayList<>();

    /** Free slots in the order in which they became free, so that all slots wear evenly. */
    private final Deque<Integer> free = new ArrayDeque<>();

    /**
     * Copies to repair, in this order. They were damaged, or left out of date by a crash between
     * the two writes or during a carry-over.
     */
    private final List<Copy> outdated = new ArrayList<>();

    /**
     * Record headers found in metadata copies. Such a misdirected write may have overwritten the
     * following segment, and be the only evidence of it. It is kept until recovery ends, if
     * possible.
     */
    private final Map<Copy, RecordHeader> misplaced = new LinkedHashMap<>();

    private Superblock superblock;
    private long highestIdentifier;
    private long highestEpoch;

    /** One of the two copies of a slot's metadata. */
    private record Copy(int slot, int copy) {}

    /** The error that made some slot's metadata unreadable, or null. */
    private @Nullable IOException readError;

    private SlotTable(BlockDevice device, Superblock superblock) {
        this.device = device;
        this.superblock = superblock;
        this.highestIdentifier = superblock.identifierHighWater();
        this.highestEpoch = superblock.epoch();
        this.block = Superblocks.aligned(superblock.geometry().blockBytes(), device.blockBytes());
    }

    /** Reads the metadata of every slot. */
    static SlotTable read(BlockDevice device, Superblock superblock) {
        SlotTable table = new SlotTable(device, superblock);
        for (int slot = 0; slot < superblock.slots(); slot++) table.readSlot(slot);
        table.endCarrying();
        table.keepOneOfEachIdentifier();
        table.forgetWhatTellsOfNothing();
        table.findFree();
        return table;
    }

    private void readSlot(int slot) {
        // Read before the metadata, so that a concurrent write of another process does not look
        // like damage.
        RecordHeader first = readFirstRecord(slot);
        SlotHeader[] copies = new SlotHeader[2];
        IOException problem = null;
        for (int copy = 0; copy < 2; copy++) {
            try {
                copies[copy] = readCopy(slot, copy);
            } catch (IOException e) {
                problem = e; // the other copy decides
            }
        }
        SlotHeader newest = newer(copies[0], copies[1]);
        if (newest == null && problem != null) readError = problem;
        if (newest != null) see(newest.segmentId(), newest.epoch());
        if (first != null) see(first.segmentId(), first.epoch());
        // A slot's metadata is durable before its first record, so a newer record means that both
        // copies are out of date. Checked twice, because the drive may have returned another block.
        if (newest != null && isNewer(first, newest) && isNewer(readFirstRecord(slot), newest))
            newest = null;
        current.add(newest);
        if (newest == null) return;
        for (int copy = 0; copy < 2; copy++)
            if (!newest.equals(copies[copy])) outdated.add(new Copy(slot, copy));
    }

    private static boolean isNewer(@Nullable RecordHeader first, SlotHeader slotHeader) {
        return first != null && first.segmentId() > slotHeader.segmentId();
    }

    /**
     * Keeps only the later of two segments with one identifier, and marks the earlier one's slot as
     * damaged. An identifier is given twice if the drive hid a segment from one start and showed it
     * to the next. Positions cannot distinguish the two.
     */
    private void keepOneOfEachIdentifier() {
        Map<Long, SlotHeader> byIdentifier = new HashMap<>();
        List<SlotHeader> byEpoch =
                live().stream().sorted(Comparator.comparingLong(SlotHeader::epoch)).toList();
        for (SlotHeader each : byEpoch) {
            SlotHeader earlier = byIdentifier.put(each.segmentId(), each);
            if (earlier != null) current.set(earlier.slot(), null);
        }
    }

    /**
     * Ends carry-overs that a crash interrupted. If originals of earlier epochs exist, the copies
     * are discarded, even those of the same epoch that are live already. Without originals, the
     * CARRYING metadata is out of date. It is so too if the epoch has a live segment with a higher
     * identifier: copies become live in the order of their identifiers, and later segments have
     * higher ones.
     *
     * <p>CARRYING copies are the evidence that the live ones of their epoch are copies, too. They
     * are therefore freed last, and their slots are not written before.
     */
    private void endCarrying() {
        List<SlotHeader> carrying = in(SlotHeader.State.CARRYING);
        Set<Long> unfinished = new HashSet<>();
        for (SlotHeader each : carrying)
            if (hasOriginals(each) && !hasLiveBehind(each)) unfinished.add(each.epoch());
        for (SlotHeader each : live())
            if (unfinished.contains(each.epoch())) discard(each, each.in(SlotHeader.State.FREE));
        for (SlotHeader each : carrying) {
            boolean isUnneeded = unfinished.contains(each.epoch());
            discard(each, isUnneeded ? each.in(SlotHeader.State.FREE) : null);
        }
    }

    private List<SlotHeader> in(SlotHeader.State state) {
        return current.stream()
                .flatMap(Stream::ofNullable)
                .filter(each -> each.state() == state)
                .toList();
    }

    private void discard(SlotHeader found, @Nullable SlotHeader counts) {
        current.set(found.slot(), counts);
        List<Copy> copies = new ArrayList<>(outdated);
        copies.removeIf(each -> each.slot != found.slot());
        outdated.removeAll(copies);
        // The damaged copy comes first: a crash may destroy the copy that is being written.
        for (int copy = 0; copy < 2; copy++) {
            Copy each = new Copy(found.slot(), copy);
            if (!copies.contains(each)) copies.add(each);
        }
        outdated.addAll(copies);
    }

    private boolean hasOriginals(SlotHeader carrying) {
        return live().stream()
                .anyMatch(
                        each ->
                                each.state() == SlotHeader.State.LIVE_SINCE_RECOVERY
                                        && each.epoch() < carrying.epoch());
    }

    private boolean hasLiveBehind(SlotHeader carrying) {
        return live().stream()
                .anyMatch(
                        each ->
                                each.epoch() == carrying.epoch()
                                        && each.segmentId() > carrying.segmentId());
    }

    /**
     * Removes misplaced headers that concern no live segment: none can have lost data to them or
     * needs their watermark. Such a copy is repaired like any damaged one.
     */
    private void forgetWhatTellsOfNothing() {
        List<SlotHeader> live = live();
        misplaced()
                .forEach(
                        head -> {
                            if (live.stream().noneMatch(head::mayConcern))
                                misplaced.remove(new Copy(head.slot(), head.copy()));
                        });
    }

    private void findFree() {
        for (SlotHeader each : current)
            if (each != null && !each.state().isLive()) free.add(each.slot());
    }

    private static @Nullable SlotHeader newer(@Nullable SlotHeader a, @Nullable SlotHeader b) {
        if (a == null || b == null) return a == null ? b : a;
        return b.generation() > a.generation() ? b : a;
    }

    private void see(long segmentId, long epoch) {
        highestIdentifier = Math.max(highestIdentifier, segmentId);
        highestEpoch = Math.max(highestEpoch, epoch);
    }

    /** Returns the header of the first record in a slot, or null. */
    private @Nullable RecordHeader readFirstRecord(int slot) {
        try {
            device.read(
                    superblock.geometry().blockOffset(slot, Geometry.FIRST_BLOCK), block.rewind());
        } catch (IOException e) {
            return null; // a replay reports it, if the slot is live
        }
        return headInBlock();
    }

    /** Returns this journal's record header in the block read last, or null. */
    private @Nullable RecordHeader headInBlock() {
        RecordHeader head = RecordHeader.decode(block, 0);
        return head != null && head.key() == superblock.key() ? head : null;
    }

    /**
     * Returns a copy, or null if it is damaged. Damage is confirmed by a second read. If the drive
     * had returned another block once, an older copy would count, and an identifier might be given
     * again.
     */
    private @Nullable SlotHeader readCopy(int slot, int copy) throws IOException {
        SlotHeader found = readCopyOnce(slot, copy);
        if (found != null) return found;
        RecordHeader head = headInBlock();
        found = readCopyOnce(slot, copy);
        if (found != null) return found;
        RecordHeader second = headInBlock();
        if (!Objects.equals(head, second)) { // one of the two reads was wrong
            found = readCopyOnce(slot, copy);
            if (found != null) return found;
            head = headInBlock();
        }
        if (head != null) misplaced.put(new Copy(slot, copy), head);
        return null;
    }

    private @Nullable SlotHeader readCopyOnce(int slot, int copy) throws IOException {
        device.read(superblock.geometry().bookkeepingOffset(slot, copy), block.rewind());
        return SlotHeader.decode(block, superblock.key(), slot);
    }

    /**
     * Throws if the device could not read a slot's metadata. The identifiers in use are then
     * unknown, and the next read may succeed.
     */
    void requireReadable() throws JournalException {
        if (readError != null)
            throw new JournalException(
                    "the slot metadata of "
                            + device.name()
                            + " cannot be read: "
                            + readError.getMessage(),
                    readError);
    }

    /** Refuses entries that are encrypted with another key. */
    void requireKey(@Nullable JournalKey key) throws DeviceRefusedException {
        for (SlotHeader each : live())
            if (each.isEncrypted() && (key == null || key.fingerprint() != each.keyFingerprint()))
                throw new DeviceRefusedException(
                        DeviceRefusedException.Reason.KEY,
                        device.name()
                                + " holds entries that are encrypted with key "
                                + JournalKey.text(each.keyFingerprint())
                                + (key == null ? ", and no key was given" : ", not with " + key));
    }

    /** Writes the metadata of slots that were never used. */
    static void format(BlockDevice device, Superblock superblock) throws IOException {
        SlotTable table = new SlotTable(device, superblock);
        for (int slot = 0; slot < superblock.slots(); slot++)
            table.write(SlotHeader.blank(superblock.key(), slot));
    }

    /**
     * Writes both copies, one after the other. A crash may destroy the one being written, so a copy
     * that holds no metadata comes first.
     */
    private void write(SlotHeader slotHeader) throws IOException {
        int slot = slotHeader.slot();
        int first = misplaced.containsKey(new Copy(slot, 1)) ? 1 : 0;
        slotHeader.encode(block);
        writeCopy(slot, first);
        writeCopy(slot, 1 - first);
    }

    private void writeCopy(int slot, int copy) throws IOException {
        device.write(superblock.geometry().bookkeepingOffset(slot, copy), block.rewind());
    }

    Superblock superblock() {
        return superblock;
    }

    /** Returns the live segments, in the order of their identifiers. */
    List<SlotHeader> live() {
        return current.stream()
                .flatMap(Stream::ofNullable)
                .filter(each -> each.state().isLive())
                .sorted(Comparator.comparingLong(SlotHeader::segmentId))
                .toList();
    }

    /** Returns the slots without a trustworthy copy. */
    List<Integer> damagedSlots() {
        return IntStream.range(0, current.size())
                .filter(slot -> current.get(slot) == null)
                .boxed()
                .toList();
    }

    /** Returns the record headers found in metadata copies and not overwritten yet. */
    List<MisplacedHead> misplaced() {
        List<MisplacedHead> heads = new ArrayList<>();
        misplaced.forEach((at, head) -> heads.add(new MisplacedHead(at.slot, at.copy, head)));
        return heads;
    }

    ReplayContext replayContext() {
        return new ReplayContext(live(), misplaced());
    }

    /** Returns whether no segment is live, and no slot's metadata is damaged. */
    boolean isClean() {
        return live().isEmpty() && damagedSlots().isEmpty();
    }

    /** Returns whether a copy of the slot's metadata holds a record header. */
    boolean holdsMisplaced(int slot) {
        return misplaced.keySet().stream().anyMatch(each -> each.slot == slot);
    }

    int freeSlots() {
        return free.size();
    }

    /**
     * Returns the highest segment identifier that may have been given before the device was read.
     * Each damaged slot adds one, because identifiers ahead of the clock are consecutive, and its
     * metadata may be readable the next time.
     */
    long highestPossibleIdentifier() {
        return highestIdentifier + damagedSlots().size();
    }

    /** Returns the highest epoch on the device when it was read. */
    long highestEpoch() {
        return highestEpoch;
    }

    /** Repairs metadata copies that were found damaged or out of date. */
    private void mend() throws IOException {
        List<Copy> copies = outdated.stream().filter(each -> !misplaced.containsKey(each)).toList();
        for (Copy each : copies) {
            SlotHeader counts = current.get(each.slot);
            if (counts == null) continue; // damage, which stays until recovery ends
            counts.encode(block);
            writeCopy(each.slot, each.copy);
        }
        outdated.removeAll(copies);
    }

    /**
     * Repairs outdated metadata copies, except those that hold a record header, and then makes a
     * new superblock durable.
     */
    void update(Superblock newSuperblock) throws IOException {
        mend();
        Superblocks.write(device, newSuperblock);
        superblock = newSuperblock;
    }

    /**
     * Opens a segment in the slot that has been free longest, preferably one without misplaced
     * header.
     */
    SlotHeader open(long segmentId, SlotHeader.State state, int contentVersion, long keyFingerprint)
            throws IOException {
        int slot =
                free.stream()
                        .filter(each -> !holdsMisplaced(each))
                        .findFirst()
                        .orElseGet(free::element);
        SlotHeader opened =
                requireNonNull(current.get(slot))
                        .opened(
                                segmentId,
                                superblock.epoch(),
                                state,
                                contentVersion,
                                keyFingerprint);
        put(opened);
        free.removeFirstOccurrence(slot);
        return opened;
    }

    /**
     * Changes the state of a slot.
     *
     * @throws IllegalStateException if the slot is free: freed twice, it would be used twice
     */
    void set(int slot, SlotHeader.State state) throws IOException {
        if (free.contains(slot)) throw new IllegalStateException("slot " + slot + " is free");
        SlotHeader before = current.get(slot);
        put(before == null ? replacement(slot) : before.in(state));
        if (state == SlotHeader.State.FREE) free.add(slot);
    }

    /**
     * Changes the state of every slot that this run has opened and not freed, in the order of
     * segment identifiers: see {@link #endCarrying}.
     */
    void setOpened(SlotHeader.State state) throws IOException {
        List<SlotHeader> opened =
                current.stream()
                        .flatMap(Stream::ofNullable)
                        .filter(each -> each.epoch() == superblock.epoch())
                        .filter(each -> each.state() != SlotHeader.State.FREE)
                        .sorted(Comparator.comparingLong(SlotHeader::segmentId))
                        .toList();
        for (SlotHeader each : opened) set(each.slot(), state);
        if (state != SlotHeader.State.LIVE) return;
        misplaced.clear(); // recovery has ended
        mend();
    }

    /** Returns metadata that supersedes the lost copies and the slot's records. */
    private SlotHeader replacement(int slot) {
        return new SlotHeader(
                superblock.key(),
                Long.MAX_VALUE / 2,
                superblock.identifierHighWater(),
                superblock.epoch(),
                slot,
                SlotHeader.State.FREE,
                0);
    }

    private void put(SlotHeader slotHeader) throws IOException {
        write(slotHeader);
        current.set(slotHeader.slot(), slotHeader);
        misplaced.keySet().removeIf(each -> each.slot == slotHeader.slot());
        outdated.removeIf(each -> each.slot == slotHeader.slot());
    }

    /** Grows the device by one slot, for {@link #addSlot}. */
    void growDevice() throws IOException {
        device.grow(superblock.geometry().deviceBytes(superblock.slots() + 1));
    }

    /** Adds one slot at the end of the device, which must have room for it. */
    void addSlot() throws IOException {
        int slot = superblock.slots();
        Superblock larger = superblock.withSlots(slot + 1);
        SlotHeader blank = SlotHeader.blank(larger.key(), slot);
        write(blank);
        update(larger);
        current.add(blank);
        free.add(slot);
    }
}
