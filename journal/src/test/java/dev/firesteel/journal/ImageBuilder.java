// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Builds the content of a device, block by block, without an engine. */
final class ImageBuilder {
    static final int BLOCK_BYTES = 512;
    static final Geometry GEOMETRY = new Geometry(BLOCK_BYTES, 16 * BLOCK_BYTES);
    static final int SLOTS = 4;
    static final long EPOCH = 3;
    static final int CONTENT_VERSION = 7;
    static final int POSITION_BASE = 28;
    static final int POSITION_OVERHEAD = 12;

    private final ImageDevice device =
            new ImageDevice(BLOCK_BYTES, new byte[(int) GEOMETRY.deviceBytes(SLOTS)]);

    /** Returns a journal that was opened three times and never had a segment. */
    static ImageBuilder formatted() throws IOException {
        ImageBuilder builder = new ImageBuilder();
        SlotTable.format(builder.device, superblock());
        Superblocks.write(builder.device, superblock());
        return builder;
    }

    static Superblock superblock() {
        return new Superblock(
                5,
                new UUID(0x0123_4567_89AB_4DEFL, 0x8FED_CBA9_8765_4320L),
                JournalFixture.OWNER.id(),
                JournalFixture.OWNER.name(),
                GEOMETRY,
                SLOTS,
                POSITION_BASE,
                POSITION_OVERHEAD,
                EPOCH,
                100,
                1_700_000_000_000L);
    }

    static long key() {
        return superblock().key();
    }

    ImageDevice device() {
        return device;
    }

    SlotTable slots() {
        return SlotTable.read(device, superblock());
    }

    /** Returns the result of a read of the whole journal. */
    JournalFixture.Recording read() throws IOException {
        return JournalFixture.read(device);
    }

    static SlotHeader slotHeader(
            int slot, long generation, long segmentId, SlotHeader.State state) {
        return new SlotHeader(key(), generation, segmentId, EPOCH, slot, state, CONTENT_VERSION);
    }

    /** Writes one copy of the bookkeeping. */
    ImageBuilder copy(int copy, SlotHeader slotHeader) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
        slotHeader.encode(block);
        device.write(GEOMETRY.bookkeepingOffset(slotHeader.slot(), copy), block);
        return this;
    }

    ImageBuilder bothCopies(SlotHeader slotHeader) throws IOException {
        return copy(0, slotHeader).copy(1, slotHeader);
    }

    ImageBuilder live(int slot, long segmentId) throws IOException {
        return bothCopies(slotHeader(slot, 2, segmentId, SlotHeader.State.LIVE));
    }

    /** Reads one of the copies on the device. */
    SlotHeader readCopy(int slot, int copy) throws IOException {
        ByteBuffer block = ByteBuffer.wrap(device.block(GEOMETRY.bookkeepingOffset(slot, copy)));
        SlotHeader found = SlotHeader.decode(block, key(), slot);
        if (found == null)
            throw new IOException("copy " + copy + " of slot " + slot + " is broken");
        return found;
    }

    ImageBuilder eraseCopy(int slot, int copy) {
        return erase(GEOMETRY.bookkeepingOffset(slot, copy));
    }

    ImageBuilder erase(long offset) {
        device.put(offset, new byte[BLOCK_BYTES]);
        return this;
    }

    /**
     * Returns the header of a record of one entry in the first segment's epoch, whose first
     * sequence is 1.
     */
    static RecordHeader header(long segmentId, int block, long sequence, long watermark) {
        return header(segmentId, block, sequence, 1, watermark, RecordHeader.Kind.ENTRIES);
    }

    static RecordHeader header(
            long segmentId,
            int block,
            long sequence,
            long firstSequence,
            long watermark,
            RecordHeader.Kind kind) {
        return new RecordHeader(
                key(),
                segmentId,
                EPOCH,
                sequence,
                firstSequence,
                watermark,
                block,
                POSITION_BASE,
                0,
                0,
                0,
                kind);
    }

    /** Writes a record with the entries; computes the header's lengths and checksum from them. */
    ImageBuilder record(int slot, RecordHeader header, String... entries) throws IOException {
        ByteBuffer body = body(entries);
        return raw(slot, withBody(header, body, entries.length), body);
    }

    static ByteBuffer body(String... entries) {
        ByteBuffer body = ByteBuffer.allocate(BLOCK_BYTES * 14);
        for (String each : entries) {
            byte[] bytes = each.getBytes(StandardCharsets.UTF_8);
            body.putInt(bytes.length).put(bytes);
        }
        return body.flip();
    }

    static RecordHeader withBody(RecordHeader header, ByteBuffer body, int entries) {
        return new RecordHeader(
                header.key(),
                header.segmentId(),
                header.epoch(),
                header.sequence(),
                header.firstSequence(),
                header.watermark(),
                header.block(),
                header.startOffset(),
                body.limit(),
                entries,
                Crc32c.of(body, 0, body.limit()),
                header.kind());
    }

    /** Writes a header and a body unchanged. */
    ImageBuilder raw(int slot, RecordHeader header, ByteBuffer body) throws IOException {
        int blocks = GEOMETRY.blocks(RecordHeader.BYTES + body.limit());
        ByteBuffer buffer = ByteBuffer.allocate(blocks * BLOCK_BYTES);
        header.encode(buffer, 0);
        buffer.put(RecordHeader.BYTES, body, 0, body.limit());
        device.write(GEOMETRY.blockOffset(slot, header.block()), buffer);
        return this;
    }
}
