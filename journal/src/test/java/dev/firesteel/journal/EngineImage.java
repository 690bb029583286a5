// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The content that the engine left on a device, with its full history.
 *
 * @param name the name of the history
 * @param device its content
 * @param superblock the valid superblock
 * @param slots the valid bookkeeping
 * @param entries the entries that a replay of the undamaged device returns, in that order
 * @param acknowledged the bytes of entries that were acknowledged and not released
 * @param released the bytes of entries that were released
 * @param earlier the earlier contents of each block that was ever written, oldest first
 * @param watermarks the highest watermark that was ever durable, by epoch
 */
record EngineImage(
        String name,
        ImageDevice device,
        Superblock superblock,
        SlotTable slots,
        List<Entry> entries,
        Set<ByteBuffer> acknowledged,
        Set<ByteBuffer> released,
        Map<Long, List<byte[]>> earlier,
        Map<Long, Long> watermarks) {

    /** An entry, its position, and the record that carries it. */
    record Entry(
            long segmentId,
            int startOffset,
            ByteBuffer bytes,
            long epoch,
            long sequence,
            long recordOffset,
            int recordBlocks) {}

    /** Returns whether an entry of these bytes was ever acknowledged, at any position. */
    boolean wrote(ByteBuffer bytes) {
        return acknowledged.contains(bytes) || released.contains(bytes);
    }

    static EngineImage of(
            String name,
            BlockHistory history,
            Set<ByteBuffer> acknowledged,
            Set<ByteBuffer> released)
            throws IOException {
        ImageDevice device = ImageDevice.of(history);
        Superblock superblock = Superblocks.read(device).superblock();
        SlotTable slots = SlotTable.read(device, superblock);
        return new EngineImage(
                name,
                device,
                superblock,
                slots,
                entries(device, superblock, slots),
                new TreeSet<>(acknowledged),
                new TreeSet<>(released),
                history.earlier(),
                history.watermarks());
    }

    private static List<Entry> entries(BlockDevice device, Superblock superblock, SlotTable slots)
            throws IOException {
        List<Entry> entries = new ArrayList<>();
        SegmentScanner scanner = new SegmentScanner(device, superblock);
        for (SlotHeader segment : slots.live())
            scanner.scan(segment, new Collector(superblock, segment, entries));
        return entries;
    }

    private record Collector(Superblock superblock, SlotHeader segment, List<Entry> entries)
            implements SegmentScanner.Visitor {
        @Override
        public void intact(RecordHeader header, ByteBuffer body) {
            int offset = header.startOffset();
            while (body.hasRemaining()) {
                byte[] bytes = new byte[body.getInt()];
                body.get(bytes);
                entries.add(
                        new Entry(
                                segment.segmentId(),
                                offset,
                                ByteBuffer.wrap(bytes),
                                header.epoch(),
                                header.sequence(),
                                superblock.geometry().blockOffset(segment.slot(), header.block()),
                                superblock.geometry().blocks(header.bytes())));
                offset += superblock.positionOverhead() + bytes.length;
            }
        }

        @Override
        public void broken(RecordHeader header) {
            // Torn by the power cut.
        }

        @Override
        public void elsewhere(RecordHeader header) {
            // Record of an earlier lap.
        }

        @Override
        public void misplaced(int block, RecordHeader header) {
            // Record of an earlier lap.
        }

        @Override
        public void unreadable(int block, IOException problem) {
            throw new AssertionError(problem);
        }
    }
}
