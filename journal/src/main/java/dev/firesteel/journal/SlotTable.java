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
 * The slots of a device and their bookkeeping. Not safe for concurrent use: {@link SegmentSupply}
 * owns it while the journal is open.
 */
final class SlotTable {
    private final BlockDevice device;
    private final ByteBuffer block;

    /** By slot; null where neither copy is readable, or both are older than what the slot holds. */
    private final List<@Nullable Bookkeeping> current = new ArrayList<>();

    /** In the order in which they became free, so that all slots are worn alike. */
    private final Deque<Integer> free = new ArrayDeque<>();

    /**
     * Copies that differ from what counts, in the order in which they are to be mended: one was
     * damaged, or a crash came between the two, or before a carry-over had ended.
     */
    private final List<Copy> outdated = new ArrayList<>();

    /**
     * Heads of records that went to copies of the bookkeeping. Such a write may have gone on over
     * the segment behind, and be all that tells of what was there: until recovery has ended it
     * stays where it is, as far as it can.
     */
    private final Map<Copy, RecordHeader> misplaced = new LinkedHashMap<>();

    private Superblock superblock;
    private long highestIdentifier;
    private long highestEpoch;

    /** One of the two copies of a slot's bookkeeping. */
    private record Copy(int slot, int copy) {}

    /** Why the bookkeeping of some slot could not be read at all, if so. */
    private @Nullable IOException readError;

    private SlotTable(BlockDevice device, Superblock superblock) {
        this.device = device;
        this.superblock = superblock;
        this.highestIdentifier = superblock.identifierHighWater();
        this.highestEpoch = superblock.epoch();
        this.block = Superblocks.aligned(superblock.geometry().blockBytes(), device.blockBytes());
    }

    /** Reads the bookkeeping of every slot. */
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
        // Before the bookkeeping: what another process writes just now is then not taken for
        // damage.
        RecordHeader first = readFirstRecord(slot);
        Bookkeeping[] copies = new Bookkeeping[2];
        IOException problem = null;
        for (int copy = 0; copy < 2; copy++) {
            try {
                copies[copy] = readCopy(slot, copy);
            } catch (IOException e) {
                problem = e; // the other copy decides
            }
        }
        Bookkeeping newest = newer(copies[0], copies[1]);
        if (newest == null && problem != null) readError = problem;
        if (newest != null) see(newest.segmentId(), newest.epoch());
        if (first != null) see(first.segmentId(), first.epoch());
        // A slot is opened, durably, before its first record: then both copies are out of date.
        // That is asked for twice, for the drive may have answered with another block.
        if (newest != null && isNewer(first, newest) && isNewer(readFirstRecord(slot), newest))
            newest = null;
        current.add(newest);
        if (newest == null) return;
        for (int copy = 0; copy < 2; copy++)
            if (!newest.equals(copies[copy])) outdated.add(new Copy(slot, copy));
    }

    private static boolean isNewer(@Nullable RecordHeader first, Bookkeeping bookkeeping) {
        return first != null && first.segmentId() > bookkeeping.segmentId();
    }

    /**
     * Where a drive has hidden a segment from one start and shows it to the next, its identifier
     * may have been given again. Positions do not tell the two apart: the later one counts, and the
     * earlier one's slot is damaged.
     */
    private void keepOneOfEachIdentifier() {
        Map<Long, Bookkeeping> byIdentifier = new HashMap<>();
        List<Bookkeeping> byEpoch =
                live().stream().sorted(Comparator.comparingLong(Bookkeeping::epoch)).toList();
        for (Bookkeeping each : byEpoch) {
            Bookkeeping earlier = byIdentifier.put(each.segmentId(), each);
            if (earlier != null) current.set(earlier.slot(), null);
        }
    }

    /**
     * A crash came before everything was carried over: the copies do not count, and neither do
     * those of the same epoch that had been made live already. The originals, of earlier epochs, do
     * then; where there are none, it is this bookkeeping that is out of date. So it is where a
     * segment of the epoch with a higher identifier is live: copies are made live in the order of
     * their identifiers, and whatever is opened once they are has a higher one.
     *
     * <p>Copies that are still carrying tell that those which are live are none of the originals:
     * they are the last to be freed, and nothing is written to them before.
     */
    private void endCarrying() {
        List<Bookkeeping> carrying = in(Bookkeeping.State.CARRYING);
        Set<Long> unfinished = new HashSet<>();
        for (Bookkeeping each : carrying)
            if (hasOriginals(each) && !hasLiveBehind(each)) unfinished.add(each.epoch());
        for (Bookkeeping each : live())
            if (unfinished.contains(each.epoch())) discard(each, each.in(Bookkeeping.State.FREE));
        for (Bookkeeping each : carrying) {
            boolean isUnneeded = unfinished.contains(each.epoch());
            discard(each, isUnneeded ? each.in(Bookkeeping.State.FREE) : null);
        }
    }

    private List<Bookkeeping> in(Bookkeeping.State state) {
        return current.stream()
                .flatMap(Stream::ofNullable)
                .filter(each -> each.state() == state)
                .toList();
    }

    private void discard(Bookkeeping found, @Nullable Bookkeeping counts) {
        current.set(found.slot(), counts);
        List<Copy> copies = new ArrayList<>(outdated);
        copies.removeIf(each -> each.slot != found.slot());
        outdated.removeAll(copies);
        // First the one that is damaged: a crash may spoil the one that is being written.
        for (int copy = 0; copy < 2; copy++) {
            Copy each = new Copy(found.slot(), copy);
            if (!copies.contains(each)) copies.add(each);
        }
        outdated.addAll(copies);
    }

    private boolean hasOriginals(Bookkeeping carrying) {
        return live().stream()
                .anyMatch(
                        each ->
                                each.state() == Bookkeeping.State.LIVE_SINCE_RECOVERY
                                        && each.epoch() < carrying.epoch());
    }

    private boolean hasLiveBehind(Bookkeeping carrying) {
        return live().stream()
                .anyMatch(
                        each ->
                                each.epoch() == carrying.epoch()
                                        && each.segmentId() > carrying.segmentId());
    }

    /**
     * A head of which no segment that is live may have lost anything, and from which none may learn
     * what was durable, is no more than a damaged copy, and is mended like one.
     */
    private void forgetWhatTellsOfNothing() {
        List<Bookkeeping> live = live();
        misplaced()
                .forEach(
                        head -> {
                            if (live.stream().noneMatch(head::mayConcern))
                                misplaced.remove(new Copy(head.slot(), head.copy()));
                        });
    }

    private void findFree() {
        for (Bookkeeping each : current)
            if (each != null && !each.state().isLive()) free.add(each.slot());
    }

    private static @Nullable Bookkeeping newer(@Nullable Bookkeeping a, @Nullable Bookkeeping b) {
        if (a == null || b == null) return a == null ? b : a;
        return b.generation() > a.generation() ? b : a;
    }

    private void see(long segmentId, long epoch) {
        highestIdentifier = Math.max(highestIdentifier, segmentId);
        highestEpoch = Math.max(highestEpoch, epoch);
    }

    /** The first record of the segment that was last written to a slot, or null. */
    private @Nullable RecordHeader readFirstRecord(int slot) {
        try {
            device.read(
                    superblock.geometry().blockOffset(slot, Geometry.FIRST_BLOCK), block.rewind());
        } catch (IOException e) {
            return null; // a replay says so, if the slot is live
        }
        return headInBlock();
    }

    /** The head of a record of this journal in what was read last, or null. */
    private @Nullable RecordHeader headInBlock() {
        RecordHeader head = RecordHeader.decode(block, 0);
        return head != null && head.key() == superblock.key() ? head : null;
    }

    /**
     * A copy, or null if it is damaged. That is asked twice: where the drive has answered with
     * another block for once, an older copy would count, and an identifier might be given again.
     */
    private @Nullable Bookkeeping readCopy(int slot, int copy) throws IOException {
        Bookkeeping found = readCopyOnce(slot, copy);
        if (found != null) return found;
        RecordHeader head = headInBlock();
        found = readCopyOnce(slot, copy);
        if (found != null) return found;
        RecordHeader second = headInBlock();
        if (!Objects.equals(head, second)) { // one of the two answers was wrong
            found = readCopyOnce(slot, copy);
            if (found != null) return found;
            head = headInBlock();
        }
        if (head != null) misplaced.put(new Copy(slot, copy), head);
        return null;
    }

    private @Nullable Bookkeeping readCopyOnce(int slot, int copy) throws IOException {
        device.read(superblock.geometry().bookkeepingOffset(slot, copy), block.rewind());
        return Bookkeeping.decode(block, superblock.key(), slot);
    }

    /**
     * Refuses to go on where the device could not read a slot's bookkeeping: nobody knows which
     * identifiers are in use then, and it may be readable the next time.
     */
    void requireReadable() throws JournalException {
        if (readError != null)
            throw new JournalException(
                    "the bookkeeping of "
                            + device.name()
                            + " cannot be read: "
                            + readError.getMessage(),
                    readError);
    }

    /** Writes the bookkeeping of slots that were never used. */
    static void format(BlockDevice device, Superblock superblock) throws IOException {
        SlotTable table = new SlotTable(device, superblock);
        for (int slot = 0; slot < superblock.slots(); slot++)
            table.write(Bookkeeping.blank(superblock.key(), slot));
    }

    /**
     * Writes both copies, one after the other: a crash may spoil the one being written, so one that
     * holds nothing of use comes first.
     */
    private void write(Bookkeeping bookkeeping) throws IOException {
        int slot = bookkeeping.slot();
        int first = misplaced.containsKey(new Copy(slot, 1)) ? 1 : 0;
        bookkeeping.encode(block);
        writeCopy(slot, first);
        writeCopy(slot, 1 - first);
    }

    private void writeCopy(int slot, int copy) throws IOException {
        device.write(superblock.geometry().bookkeepingOffset(slot, copy), block.rewind());
    }

    Superblock superblock() {
        return superblock;
    }

    /** The segments that are live, in the order of their identifiers. */
    List<Bookkeeping> live() {
        return current.stream()
                .flatMap(Stream::ofNullable)
                .filter(each -> each.state().isLive())
                .sorted(Comparator.comparingLong(Bookkeeping::segmentId))
                .toList();
    }

    /** Slots neither of whose copies can be trusted. */
    List<Integer> damagedSlots() {
        return IntStream.range(0, current.size())
                .filter(slot -> current.get(slot) == null)
                .boxed()
                .toList();
    }

    /** Heads of records that lie in copies of the bookkeeping, and have not been written over. */
    List<MisplacedHead> misplaced() {
        List<MisplacedHead> heads = new ArrayList<>();
        misplaced.forEach((at, head) -> heads.add(new MisplacedHead(at.slot, at.copy, head)));
        return heads;
    }

    Surroundings surroundings() {
        return new Surroundings(live(), misplaced());
    }

    /** Whether a record's head lies in a copy of the slot's bookkeeping. */
    boolean holdsMisplaced(int slot) {
        return misplaced.keySet().stream().anyMatch(each -> each.slot == slot);
    }

    int freeSlots() {
        return free.size();
    }

    /**
     * The highest segment identifier that was given before the device was read, also to a segment
     * whose bookkeeping cannot be read now, but perhaps the next time: identifiers that are ahead
     * of the clock are given one after the other.
     */
    long highestPossibleIdentifier() {
        return highestIdentifier + damagedSlots().size();
    }

    /** The highest epoch that the device knew of when it was read. */
    long highestEpoch() {
        return highestEpoch;
    }

    /** Mends copies of the bookkeeping that were found damaged or out of date. */
    private void mend() throws IOException {
        List<Copy> copies = outdated.stream().filter(each -> !misplaced.containsKey(each)).toList();
        for (Copy each : copies) {
            Bookkeeping counts = current.get(each.slot);
            if (counts == null) continue; // damage, which stays until recovery has ended
            counts.encode(block);
            writeCopy(each.slot, each.copy);
        }
        outdated.removeAll(copies);
    }

    /**
     * Makes a new superblock durable, and both copies of every slot's bookkeeping the same, but for
     * those in which a record's head lies.
     */
    void update(Superblock newSuperblock) throws IOException {
        mend();
        Superblocks.write(device, newSuperblock);
        superblock = newSuperblock;
    }

    /** Puts a new segment into the slot that has been free for longest. */
    Bookkeeping open(
            long segmentId, Bookkeeping.State state, int contentVersion, long keyFingerprint)
            throws IOException {
        int slot =
                free.stream()
                        .filter(each -> !holdsMisplaced(each))
                        .findFirst()
                        .orElseGet(free::element);
        Bookkeeping opened =
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
     * Changes what a slot is used for.
     *
     * @throws IllegalStateException if the slot is free: freed twice it would be used twice
     */
    void set(int slot, Bookkeeping.State state) throws IOException {
        if (free.contains(slot)) throw new IllegalStateException("slot " + slot + " is free");
        Bookkeeping before = current.get(slot);
        put(before == null ? replacement(slot) : before.in(state));
        if (state == Bookkeeping.State.FREE) free.add(slot);
    }

    /**
     * Changes the state of every slot that this run has opened and not freed, in the order of their
     * segments' identifiers: see {@link #endCarrying}.
     */
    void setOpened(Bookkeeping.State state) throws IOException {
        List<Bookkeeping> opened =
                current.stream()
                        .flatMap(Stream::ofNullable)
                        .filter(each -> each.epoch() == superblock.epoch())
                        .filter(each -> each.state() != Bookkeeping.State.FREE)
                        .sorted(Comparator.comparingLong(Bookkeeping::segmentId))
                        .toList();
        for (Bookkeeping each : opened) set(each.slot(), state);
        if (state != Bookkeeping.State.LIVE) return;
        misplaced.clear(); // recovery has ended
        mend();
    }

    /** Above anything that the copies that are lost, and the slot's records, can have had. */
    private Bookkeeping replacement(int slot) {
        return new Bookkeeping(
                superblock.key(),
                Long.MAX_VALUE / 2,
                superblock.identifierHighWater(),
                superblock.epoch(),
                slot,
                Bookkeeping.State.FREE,
                0);
    }

    private void put(Bookkeeping bookkeeping) throws IOException {
        write(bookkeeping);
        current.set(bookkeeping.slot(), bookkeeping);
        misplaced.keySet().removeIf(each -> each.slot == bookkeeping.slot());
        outdated.removeIf(each -> each.slot == bookkeeping.slot());
    }

    /** Makes the device larger by a slot, which {@link #addSlot} may then take. */
    void growDevice() throws IOException {
        device.grow(superblock.geometry().deviceBytes(superblock.slots() + 1));
    }

    /** Adds one slot at the end of the device, which has room for it. */
    void addSlot() throws IOException {
        int slot = superblock.slots();
        Superblock larger = superblock.withSlots(slot + 1);
        Bookkeeping blank = Bookkeeping.blank(larger.key(), slot);
        write(blank);
        update(larger);
        current.add(blank);
        free.add(slot);
    }
}
