// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Writes sealed records to the device, and settles their entries. Safe for use by several threads.
 */
final class RecordWriter {
    private static final byte[] ZEROS = new byte[4096];

    private final BlockDevice device;
    private final Superblock superblock;
    private final Geometry geometry;
    private final CommitState state;
    private final DurableWatermark watermark;
    private final RecordAllocator allocator;
    private final JournalListener listener;
    private final Scheduler scheduler;

    /** The highest watermark that is on the device. */
    private final AtomicLong lastWatermark = new AtomicLong();

    private final LongAdder durableEntries = new LongAdder();
    private final LongAdder records = new LongAdder();
    private final LongAdder writtenBytes = new LongAdder();
    private final LongAdder entryBytes = new LongAdder();
    private final AtomicInteger inFlight = new AtomicInteger();

    RecordWriter(
            BlockDevice device,
            Superblock superblock,
            CommitState state,
            RecordAllocator allocator,
            JournalListener listener,
            Scheduler scheduler) {
        this.device = device;
        this.superblock = superblock;
        this.geometry = superblock.geometry();
        this.state = state;
        this.watermark = state.watermark;
        this.allocator = allocator;
        this.listener = listener;
        this.scheduler = scheduler;
    }

    /** Writes a record, and the end record of its segment if it has one. */
    void write(SealedRecord sealed) throws IOException {
        inFlight.incrementAndGet();
        try {
            writeInFlight(sealed);
        } finally {
            inFlight.decrementAndGet();
        }
    }

    /** Returns whether no record is being written. After a failure none is written later either. */
    boolean isIdle() {
        return inFlight.get() == 0;
    }

    private void writeInFlight(SealedRecord sealed) throws IOException {
        OpenRecord record = sealed.record();
        record.awaitWriters();
        // No record of a segment is written before all of the previous segment is durable. If that
        // segment is missing later, each record of this one proves it.
        watermark.await(record.segment.firstSequence - 1);
        if (state.hasFailed()) throw state.failed(); // an entry may not have been copied
        if (sealed.sequence() != SealedRecord.NOTHING) writeRecord(sealed);
        record.settle(OpenRecord.Outcome.DURABLE);
        if (sealed.sequence() != SealedRecord.NOTHING) listener.recordSettled();
        var unused = Thread.interrupted(); // set by a callback; no park would block any more
        if (sealed.endSequence() != SealedRecord.NOTHING) writeEnd(sealed);
        allocator.giveBack(record);
    }

    private void writeRecord(SealedRecord sealed) throws IOException {
        OpenRecord record = sealed.record();
        int entries = OpenRecord.entries(sealed.state());
        int body = OpenRecord.bodyBytes(sealed.state());
        int end = RecordHeader.BYTES + body;
        int bytes = geometry.blocks(end) * geometry.blockBytes();
        zero(record.buffer, end, bytes);
        long durable = watermark.get();
        header(sealed, durable).encode(record.buffer, 0);
        long began = scheduler.nanoTime();
        write(record, record.block, bytes);
        listener.recordWritten(scheduler.nanoTime() - began, bytes);
        records.increment();
        durableEntries.add(entries);
        entryBytes.add(body - (long) entries * RecordHeader.ENTRY_PREFIX_BYTES);
        complete(record.segment, sealed.sequence(), durable);
    }

    /**
     * Writes a segment's end record, once the whole segment is durable. It confirms that, and so
     * cannot share a write with the last record.
     */
    private void writeEnd(SealedRecord sealed) throws IOException {
        watermark.await(sealed.endSequence() - 1);
        if (state.hasFailed()) throw state.failed();
        OpenRecord record = sealed.record();
        int blocks =
                sealed.sequence() == SealedRecord.NOTHING
                        ? 0
                        : Math.max(1, allocator.blocks(sealed.state()));
        zero(record.buffer, 0, geometry.blockBytes());
        endHeader(sealed, blocks).encode(record.buffer, 0);
        write(record, record.block + blocks, geometry.blockBytes());
        complete(record.segment, sealed.endSequence(), sealed.endSequence() - 1);
    }

    private void write(OpenRecord record, int block, int bytes) throws IOException {
        long offset = geometry.blockOffset(record.segment.slotHeader.slot(), block);
        device.write(offset, record.buffer.clear().limit(bytes));
        writtenBytes.add(bytes);
        listener.written(offset, bytes);
    }

    private RecordHeader header(SealedRecord sealed, long durable) {
        OpenRecord record = sealed.record();
        int body = OpenRecord.bodyBytes(sealed.state());
        return new RecordHeader(
                superblock.key(),
                record.segment.id(),
                superblock.epoch(),
                sealed.sequence(),
                record.segment.firstSequence,
                durable,
                record.block,
                record.startOffset,
                body,
                OpenRecord.entries(sealed.state()),
                Crc32c.of(record.buffer, RecordHeader.BYTES, RecordHeader.BYTES + body),
                sealed.isHeartbeat() ? RecordHeader.Kind.HEARTBEAT : RecordHeader.Kind.ENTRIES);
    }

    private RecordHeader endHeader(SealedRecord sealed, int blocksBefore) {
        OpenRecord record = sealed.record();
        return new RecordHeader(
                superblock.key(),
                record.segment.id(),
                superblock.epoch(),
                sealed.endSequence(),
                record.segment.firstSequence,
                sealed.endSequence() - 1,
                record.block + blocksBefore,
                record.startOffset(sealed.state()),
                0,
                0,
                Crc32c.of(record.buffer, 0, 0),
                RecordHeader.Kind.END);
    }

    private static void zero(ByteBuffer buffer, int from, int to) {
        buffer.put(from, ZEROS, 0, to - from); // never more than a block
    }

    private void complete(LiveSegment segment, long sequence, long toldDurable) {
        // The order counts: a thread that awaits the sequence reads the last watermark.
        lastWatermark.accumulateAndGet(toldDurable, Math::max);
        watermark.complete(sequence);
        state.finishOne(segment);
    }

    /** The highest sequence that a record on the device confirms as durable. */
    long lastWatermark() {
        return lastWatermark.get();
    }

    /** The number of entries in durable records. */
    long durableEntries() {
        return durableEntries.sum();
    }

    long records() {
        return records.sum();
    }

    long writtenBytes() {
        return writtenBytes.sum();
    }

    long entryBytes() {
        return entryBytes.sum();
    }
}
