// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The content of a simulated drive, block by block, read by docs/internals/format.md alone, not by
 * the engine. Only record heads are decoded by the engine's own code.
 *
 * <p>A record counts where it was written: at its own block, in the slot that its segment had in
 * that epoch (as {@link SimLedger} saw). It does not count if that segment has been freed since. A
 * reader must also find it: through a copy of its slot's bookkeeping that names the segment, or
 * through the first block of the slot. Records without either, after a drive has lied, are stray.
 */
final class SimImage {
    private static final int SUPERBLOCK_MAGIC_HIGH = 0x4653544C; // "FSTL"
    private static final int BOOKKEEPING_MAGIC = 0x4653424B; // "FSBK"
    private static final int FREE = 0;
    private static final int CARRYING = 2;
    private static final int LIVE_SINCE_RECOVERY = 3;

    /** Bookkeeping of a slot, from a write or a block of the drive. */
    record Note(int slot, long generation, long segmentId, long epoch, int state) {
        /** Decodes a block; returns null if it holds no intact bookkeeping. */
        static @Nullable Note decode(byte[] block) {
            ByteBuffer bytes = ByteBuffer.wrap(block);
            if (bytes.getInt(0) != BOOKKEEPING_MAGIC) return null;
            if (bytes.getInt(4) != crc(block, 8, 64)) return null;
            return new Note(
                    bytes.getInt(40),
                    bytes.getLong(16),
                    bytes.getLong(24),
                    bytes.getLong(32),
                    bytes.getInt(44));
        }

        boolean isFree() {
            return state == FREE;
        }
    }

    private record Head(int slot, RecordHeader header, boolean isIntact) {}

    private final SimDisk disk;
    private final Geometry geometry;
    private final SimLedger ledger;
    private final List<Head> heads = new ArrayList<>();

    /** Heads in the slot of their segment, but in the wrong block. */
    private final List<Head> misplaced = new ArrayList<>();

    /** Intact copies of the bookkeeping, by slot. */
    private final Map<Integer, List<Note>> notes = new TreeMap<>();

    /** The segment of the record in the first block, by slot. */
    private final Map<Integer, Long> first = new HashMap<>();

    /** Segments that a reader can find. */
    private final Set<Long> told = new HashSet<>();

    SimImage(SimDisk disk, Geometry geometry, SimLedger ledger) {
        this.disk = disk;
        this.geometry = geometry;
        this.ledger = ledger;
        int slots = slots();
        for (int slot = 0; slot < geometry.slotsIn(disk.sizeBytes()); slot++) {
            scan(slot);
            if (slot >= slots) first.remove(slot); // beyond the known slots
            else readNotes(slot);
        }
        for (Head head : heads) if (isTold(head)) told.add(head.header.segmentId());
        for (Head head : misplaced) if (isTold(head)) told.add(head.header.segmentId());
    }

    /** Returns the number of slots in the newest superblock. */
    private int slots() {
        long generation = -1;
        int slots = 0;
        for (int copy = 0; copy < Geometry.SUPERBLOCK_COPIES; copy++) {
            byte[] block = disk.block(Geometry.superblockOffset(copy));
            ByteBuffer bytes = ByteBuffer.wrap(block);
            int crc = bytes.getInt(12);
            bytes.putInt(12, 0);
            boolean isIntact =
                    bytes.getInt(0) == SUPERBLOCK_MAGIC_HIGH && crc == crc(block, 0, 512);
            bytes.putInt(12, crc);
            if (!isIntact || bytes.getLong(16) <= generation) continue;
            generation = bytes.getLong(16);
            slots = bytes.getInt(64);
        }
        return slots;
    }

    private void readNotes(int slot) {
        List<Note> intact = notes.computeIfAbsent(slot, key -> new ArrayList<>());
        for (int copy = 0; copy < 2; copy++) {
            Note note = Note.decode(disk.block(geometry.bookkeepingOffset(slot, copy)));
            if (note != null && note.slot == slot) intact.add(note);
        }
    }

    private void scan(int slot) {
        boolean isEnded = false; // behind the end record, nothing proves what was durable
        for (int block = Geometry.FIRST_BLOCK; block < geometry.endBlock(); block++) {
            byte[] bytes = disk.block(geometry.blockOffset(slot, block));
            RecordHeader header = RecordHeader.decode(ByteBuffer.wrap(bytes), 0);
            if (header == null) continue;
            if (block == Geometry.FIRST_BLOCK) first.put(slot, header.segmentId());
            if (!ledger.isHome(header.segmentId(), header.epoch(), slot)) continue;
            if (header.block() == block) heads.add(new Head(slot, header, isIntact(slot, header)));
            else if (!isEnded) misplaced.add(new Head(slot, header, false));
            isEnded |= header.block() == block && header.kind() == RecordHeader.Kind.END;
        }
    }

    private boolean isIntact(int slot, RecordHeader header) {
        int blocks = geometry.blocks(header.bytes());
        if (header.block() + blocks > geometry.endBlock()) return false;
        byte[] record = new byte[blocks * geometry.blockBytes()];
        for (int i = 0; i < blocks; i++)
            System.arraycopy(
                    disk.block(geometry.blockOffset(slot, header.block() + i)),
                    0,
                    record,
                    i * geometry.blockBytes(),
                    geometry.blockBytes());
        return crc(record, RecordHeader.BYTES, header.bytes()) == header.bodyCrc();
    }

    private boolean isTold(Head head) {
        long segment = head.header.segmentId();
        if (looksUnfinished(head.header.epoch())) return false;
        if (ledger.isFreed(segment)) return isBack(head.slot, segment);
        return first.getOrDefault(head.slot, 0L) == segment
                || notes(head.slot).stream().anyMatch(note -> note.segmentId == segment);
    }

    /** Returns whether the segment was freed, but the drive has lost that. */
    private boolean isBack(int slot, long segment) {
        Note newest = newest(slot);
        return newest != null
                && newest.segmentId == segment
                && newest.state != FREE
                && !isLost(slot);
    }

    /**
     * Returns whether a slot of the epoch is carrying while originals exist: then nothing of the
     * epoch counts. A drive that lies can cause this state later, see docs/concepts/durability.md.
     */
    private boolean looksUnfinished(long epoch) {
        boolean isCarrying = false;
        boolean hasOriginals = false;
        for (int slot : notes.keySet()) {
            Note newest = newest(slot);
            if (newest == null) continue;
            isCarrying |= newest.state == CARRYING && newest.epoch == epoch;
            hasOriginals |= newest.state == LIVE_SINCE_RECOVERY && newest.epoch < epoch;
        }
        return isCarrying && hasOriginals;
    }

    private List<Note> notes(int slot) {
        return notes.getOrDefault(slot, List.of());
    }

    private @Nullable Note newest(int slot) {
        Note newest = null;
        for (Note note : notes(slot))
            if (newest == null || note.generation > newest.generation) newest = note;
        return newest;
    }

    /** Returns whether the use of the slot is unknown: row H of docs/internals/format.md. */
    boolean isLost(int slot) {
        Note newest = newest(slot);
        return newest == null
                || newest.state == CARRYING
                || first.getOrDefault(slot, 0L) > newest.segmentId;
    }

    boolean tellsOf(long segmentId) {
        return told.contains(segmentId);
    }

    /** Returns whether records are left of a segment that a reader cannot find. */
    boolean isStray(long segmentId) {
        return !told.contains(segmentId)
                && !ledger.isFreed(segmentId)
                && heads.stream().anyMatch(head -> head.header.segmentId() == segmentId);
    }

    /**
     * Returns the highest watermark of an epoch, misplaced heads included.
     *
     * @param isReported whether a slot was reported as lost: if its use is unknown, no watermark
     *     can be read there
     */
    long watermark(long epoch, IntPredicate isReported) {
        return Stream.concat(heads.stream(), misplaced.stream())
                .filter(head -> !(isLost(head.slot) && isReported.test(head.slot)))
                .filter(head -> told.contains(head.header.segmentId()))
                .filter(head -> head.header.epoch() == epoch)
                .mapToLong(head -> head.header.watermark())
                .max()
                .orElse(0);
    }

    /**
     * Returns whether a record head lies where neither its segment nor an earlier one has written.
     * It counts in a live segment, right before one, or in any bookkeeping if its own segment is
     * live.
     */
    boolean holdsMisplaced() {
        return notes.keySet().stream().anyMatch(this::holdsMisplaced);
    }

    private boolean holdsMisplaced(int slot) {
        return hasMisplacedRecord(slot)
                || isMisplacedNote(slot, geometry.bookkeepingOffset(slot, 0), slot)
                || isMisplacedNote(slot, geometry.bookkeepingOffset(slot, 1), slot + 1);
    }

    private boolean hasMisplacedRecord(int slot) {
        Note live = live(slot);
        if (live == null) return false;
        for (int block = Geometry.FIRST_BLOCK; block < geometry.endBlock(); block++) {
            RecordHeader header = head(geometry.blockOffset(slot, block));
            if (header == null) continue;
            boolean isOwn = header.segmentId() == live.segmentId && header.epoch() == live.epoch;
            if (isOwn && header.block() == block) continue;
            if (isSince(header, live) || isOfLive(header)) return true;
        }
        return false;
    }

    private boolean isOfLive(RecordHeader header) {
        return notes.keySet().stream()
                .map(this::live)
                .anyMatch(
                        each ->
                                each != null
                                        && each.segmentId == header.segmentId()
                                        && each.epoch == header.epoch());
    }

    private boolean isMisplacedNote(int slot, long offset, int behind) {
        RecordHeader header = head(offset);
        if (header == null || isLost(slot)) return false;
        Note hit = live(behind);
        return (hit != null && isSince(header, hit)) || isOfLive(header);
    }

    private static boolean isSince(RecordHeader header, Note note) {
        return header.epoch() > note.epoch
                || (header.epoch() == note.epoch && header.segmentId() >= note.segmentId);
    }

    private @Nullable RecordHeader head(long offset) {
        return RecordHeader.decode(ByteBuffer.wrap(disk.block(offset)), 0);
    }

    /** Returns the bookkeeping of a slot that must be replayed; null for others. */
    private @Nullable Note live(int slot) {
        Note newest = newest(slot);
        boolean isLive =
                newest != null
                        && newest.state != FREE
                        && !isLost(slot)
                        && !looksUnfinished(newest.epoch);
        return isLive ? newest : null;
    }

    /** Returns the slot in which an intact record covers this place; -1 if there is none. */
    int slotOf(long segmentId, int offset) {
        if (!told.contains(segmentId)) return -1;
        for (Head head : heads)
            if (head.isIntact
                    && head.header.segmentId() == segmentId
                    && head.header.startOffset() <= offset
                    && offset < SimLedger.endOffset(head.header)) return head.slot;
        return -1;
    }

    private static int crc(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }
}
