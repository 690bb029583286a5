// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads journals without opening them for writing, and changes nothing. */
public final class JournalReader {
    private JournalReader() {}

    /** Describes what is on a device, without changing it, even while a journal on it is open. */
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
                EpochGenerator.openings(superblock.epoch()),
                geometry.blockBytes(),
                geometry.segmentBytes(),
                superblock.slots(),
                geometry.deviceBytes(superblock.slots()),
                superblock.positionBase(),
                superblock.positionOverhead(),
                geometry.maxEntryBytes(),
                found.intactCopies(),
                slots.damagedSlots(),
                slots.live().stream().map(each -> each.info(geometry.segmentBytes())).toList());
    }

    /**
     * Reads every unreleased entry of a journal that is not open, and changes nothing. Needs no
     * key: the handler gets encrypted entries ({@link SegmentInfo#isEncrypted}) as they are.
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

    /** Counts what {@link #read(Path, ReplayHandler)} reads. */
    public static ReplaySummary count(Path path) throws IOException {
        return read(
                path,
                new ReplayHandler() {
                    @Override
                    public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {}

                    @Override
                    public void damage(Damage damage) {}
                });
    }

    static ReplaySummary read(BlockDevice device, @Nullable JournalKey key, ReplayHandler handler)
            throws IOException {
        Superblock superblock = Superblocks.read(device).superblock();
        SlotTable slots = SlotTable.read(device, superblock);
        if (key != null) slots.requireKey(key);
        return new Replay(device, superblock, key, handler)
                .run(slots.live(), slots.damagedSlots(), slots.replayContext());
    }

    /**
     * Reads the entries that {@link Journal#replay} would read, each once, of a journal that is not
     * open. Decrypts, and changes nothing. {@link #read} does not decrypt, and also reads originals
     * that a crash has left beside their copies.
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
        slots.requireKey(key);
        List<SlotHeader> segments = new ArrayList<>(slots.live());
        if (!segments.isEmpty()) {
            int newest = segments.get(segments.size() - 1).contentVersion();
            CarryOver carryOver = CarryOver.of(device, slots, key, newest);
            segments.removeAll(carryOver.originalsBesideCopies());
        }
        return new Replay(device, superblock, key, handler)
                .run(segments, slots.damagedSlots(), slots.replayContext());
    }
}
