// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;
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

    /** By slot; null where neither copy is readable. */
    private final List<@Nullable Bookkeeping> current = new ArrayList<>();

    /** By slot: the copy that was read, if only one was intact or the other was older. */
    private final List<Integer> betterCopies = new ArrayList<>();

    /** In the order in which they became free, so that all slots are worn alike. */
    private final Deque<Integer> free = new ArrayDeque<>();

    private Superblock superblock;

    /** Why the bookkeeping of some slot could not be read at all, if so. */
    private @Nullable IOException readError;

    private SlotTable(BlockDevice device, Superblock superblock) {
        this.device = device;
        this.superblock = superblock;
        this.block = Superblocks.aligned(superblock.geometry().blockBytes(), device.blockBytes());
    }

    /** Reads the bookkeeping of every slot. */
    static SlotTable read(BlockDevice device, Superblock superblock) {
        SlotTable table = new SlotTable(device, superblock);
        for (int slot = 0; slot < superblock.slots(); slot++) table.readSlot(slot);
        return table;
    }

    private void readSlot(int slot) {
        Bookkeeping newest = null;
        int better = 1;
        IOException problem = null;
        for (int copy = 0; copy < 2; copy++) {
            Bookkeeping read = null;
            try {
                read = readCopy(slot, copy);
            } catch (IOException e) {
                problem = e; // the other copy decides
            }
            if (read != null && (newest == null || read.generation() > newest.generation())) {
                newest = read;
                better = copy;
            }
        }
        current.add(newest);
        betterCopies.add(better);
        if (newest == null && problem != null) readError = problem;
        if (newest != null && !newest.state().isLive()) free.add(slot);
    }

    private @Nullable Bookkeeping readCopy(int slot, int copy) throws IOException {
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
            table.write(Bookkeeping.blank(superblock.key(), slot), 0);
    }

    /**
     * Writes both copies. A crash may spoil the one being written: by then the other must be good.
     */
    private void write(Bookkeeping bookkeeping, int firstCopy) throws IOException {
        bookkeeping.encode(block);
        writeCopy(bookkeeping.slot(), firstCopy);
        writeCopy(bookkeeping.slot(), 1 - firstCopy);
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

    /** Slots neither of whose copies is readable. */
    List<Integer> damagedSlots() {
        return IntStream.range(0, current.size())
                .filter(slot -> current.get(slot) == null)
                .boxed()
                .toList();
    }

    int freeSlots() {
        return free.size();
    }

    /** The highest segment identifier and the highest epoch that the device knows of. */
    long highestIdentifier() {
        return highest(superblock.identifierHighWater(), Bookkeeping::segmentId);
    }

    long highestEpoch() {
        return highest(superblock.epoch(), Bookkeeping::epoch);
    }

    private long highest(long start, ToLongFunction<Bookkeeping> value) {
        return current.stream()
                .flatMap(Stream::ofNullable)
                .mapToLong(value)
                .reduce(start, Math::max);
    }

    /** Makes a new superblock durable. */
    void update(Superblock newSuperblock) throws IOException {
        Superblocks.write(device, newSuperblock);
        superblock = newSuperblock;
    }

    /** Puts a new segment into the slot that has been free for longest. */
    Bookkeeping open(long segmentId, Bookkeeping.State state, int contentVersion)
            throws IOException {
        Bookkeeping opened =
                requireNonNull(current.get(free.element()))
                        .opened(segmentId, superblock.epoch(), state, contentVersion);
        put(opened);
        free.remove();
        return opened;
    }

    /** Changes what a slot is used for. */
    void set(int slot, Bookkeeping.State state) throws IOException {
        Bookkeeping before = current.get(slot);
        put(before == null ? replacement(slot) : before.in(state));
        if (state == Bookkeeping.State.FREE) free.add(slot);
    }

    /** Changes the state of every slot that this run has opened and not freed. */
    void setOpened(Bookkeeping.State state) throws IOException {
        for (Bookkeeping each : current.stream().flatMap(Stream::ofNullable).toList())
            if (each.epoch() == superblock.epoch() && each.state() != Bookkeeping.State.FREE)
                set(each.slot(), state);
    }

    /** Of a generation above any that the unreadable copies can have had. */
    private Bookkeeping replacement(int slot) {
        return new Bookkeeping(
                superblock.key(),
                Long.MAX_VALUE / 2,
                0,
                superblock.epoch(),
                slot,
                Bookkeeping.State.FREE,
                0);
    }

    private void put(Bookkeeping bookkeeping) throws IOException {
        write(bookkeeping, 1 - betterCopies.get(bookkeeping.slot()));
        current.set(bookkeeping.slot(), bookkeeping);
    }

    /** Adds one slot at the end of the device. */
    void grow() throws IOException {
        int slot = superblock.slots();
        Superblock larger = superblock.withSlots(slot + 1);
        device.grow(larger.geometry().deviceBytes(slot + 1));
        Bookkeeping blank = Bookkeeping.blank(larger.key(), slot);
        write(blank, 0);
        update(larger);
        current.add(blank);
        betterCopies.add(1);
        free.add(slot);
    }
}
