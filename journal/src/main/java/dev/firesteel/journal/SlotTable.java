// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a device and their bookkeeping. Not safe for concurrent use: {@link SegmentSupply}
 * owns it while the journal is open.
 */
final class SlotTable {
    private final BlockDevice device;
    private final ByteBuffer block;
    private final List<Bookkeeping> found = new ArrayList<>();
    private final List<Integer> damagedSlots = new ArrayList<>();
    private final Deque<Bookkeeping> free = new ArrayDeque<>();
    private Superblock superblock;

    private SlotTable(BlockDevice device, Superblock superblock) {
        this.device = device;
        this.superblock = superblock;
        this.block = Superblocks.aligned(superblock.geometry().blockBytes(), device.blockBytes());
    }

    /** Reads the bookkeeping of every slot. */
    static SlotTable read(BlockDevice device, Superblock superblock) {
        SlotTable table = new SlotTable(device, superblock);
        for (int slot = 0; slot < superblock.slots(); slot++) table.readSlot(slot);
        table.found.sort(Comparator.comparingLong(Bookkeeping::segmentId));
        return table;
    }

    private void readSlot(int slot) {
        Bookkeeping newest = null;
        for (int copy = 0; copy < 2; copy++) {
            Bookkeeping read = readCopy(slot, copy);
            if (read != null && (newest == null || read.generation() > newest.generation()))
                newest = read;
        }
        if (newest == null) damagedSlots.add(slot);
        else if (newest.live()) found.add(newest);
        else free.add(newest);
    }

    private @Nullable Bookkeeping readCopy(int slot, int copy) {
        try {
            device.read(superblock.geometry().bookkeepingOffset(slot, copy), block.rewind());
            return Bookkeeping.decode(block, superblock.key(), slot);
        } catch (IOException e) {
            return null; // the other copy decides; where both are unreadable the slot is damaged
        }
    }

    /** Writes the bookkeeping of slots that were never used. */
    static void format(BlockDevice device, Superblock superblock) throws IOException {
        SlotTable table = new SlotTable(device, superblock);
        for (int slot = 0; slot < superblock.slots(); slot++)
            table.write(Bookkeeping.blank(superblock.key(), slot));
    }

    private void write(Bookkeeping bookkeeping) throws IOException {
        bookkeeping.encode(block);
        for (int copy = 0; copy < 2; copy++)
            device.write(
                    superblock.geometry().bookkeepingOffset(bookkeeping.slot(), copy),
                    block.rewind());
    }

    Superblock superblock() {
        return superblock;
    }

    /** The segments found live when the table was read, in the order of their identifiers. */
    List<Bookkeeping> found() {
        return found;
    }

    /** Slots neither of whose copies is readable. */
    List<Integer> damagedSlots() {
        return damagedSlots;
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
        long highest = start;
        for (Bookkeeping each : found) highest = Math.max(highest, value.applyAsLong(each));
        for (Bookkeeping each : free) highest = Math.max(highest, value.applyAsLong(each));
        return highest;
    }

    /** Makes a new superblock durable. */
    void update(Superblock newSuperblock) throws IOException {
        Superblocks.write(device, newSuperblock);
        superblock = newSuperblock;
    }

    /** Puts a new segment into the slot that has been free for longest. */
    Bookkeeping open(long segmentId, int contentVersion) throws IOException {
        Bookkeeping opened = free.element().opened(segmentId, superblock.epoch(), contentVersion);
        write(opened);
        free.remove();
        return opened;
    }

    /** Frees a slot. */
    void release(Bookkeeping bookkeeping) throws IOException {
        Bookkeeping released = bookkeeping.released();
        write(released);
        free.add(released);
    }

    /** Frees a slot whose bookkeeping was unreadable. */
    void releaseDamaged(int slot) throws IOException {
        // Above any generation that the unreadable copies can have had.
        Bookkeeping fresh =
                new Bookkeeping(
                        superblock.key(),
                        Long.MAX_VALUE / 2,
                        0,
                        superblock.epoch(),
                        slot,
                        false,
                        0);
        write(fresh);
        free.add(fresh);
        damagedSlots.remove((Integer) slot);
    }

    /** Adds one slot at the end of the device. */
    void grow() throws IOException {
        int slot = superblock.slots();
        Superblock larger = superblock.withSlots(slot + 1);
        device.grow(larger.geometry().deviceBytes(slot + 1));
        Bookkeeping blank = Bookkeeping.blank(larger.key(), slot);
        write(blank);
        update(larger);
        free.add(blank);
    }
}
