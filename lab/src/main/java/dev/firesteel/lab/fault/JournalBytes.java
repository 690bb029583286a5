// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.SegmentInfo;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.zip.CRC32C;

/** The bytes of a journal that is not in use; docs/internals/format.md describes their layout. */
final class JournalBytes implements Closeable {
    static final int SUPERBLOCK_STEP = 64 << 10;
    private static final int SLOTS_AT = 1 << 20;
    private static final int RECORD_MAGIC = 0x46535243; // FSRC
    private static final int HEADER_BYTES = 80;
    private static final int CHECKSUM_AT = 4;
    private static final int CHECKED_FROM = 8;
    private static final int SEGMENT_ID_AT = 16;
    private static final int EPOCH_AT = 24;
    private static final int SEQUENCE_AT = 32;
    private static final int WATERMARK_AT = 48;
    private static final int BODY_BYTES_AT = 64;

    /**
     * A block.
     *
     * @param offset its start
     * @param bytes the number of its used bytes
     */
    record Block(long offset, int bytes) {}

    /** The header of a record at an offset, with the record's length. */
    private record RecordAt(long offset, int bytes, long epoch, long sequence, long watermark) {
        static RecordAt of(long offset, ByteBuffer block) {
            return new RecordAt(
                    offset,
                    HEADER_BYTES + block.getInt(BODY_BYTES_AT),
                    block.getLong(EPOCH_AT),
                    block.getLong(SEQUENCE_AT),
                    block.getLong(WATERMARK_AT));
        }
    }

    private final FileChannel channel;
    private final JournalInfo info;

    private JournalBytes(FileChannel channel, JournalInfo info) {
        this.channel = channel;
        this.info = info;
    }

    static JournalBytes open(Path journal, JournalInfo info) throws IOException {
        return new JournalBytes(
                FileChannel.open(journal, StandardOpenOption.READ, StandardOpenOption.WRITE), info);
    }

    JournalInfo info() {
        return info;
    }

    /** Returns the offset of one of the two copies of a slot's metadata. */
    long bookkeeping(int slot, int copy) {
        long end = SLOTS_AT + (slot + 1L) * info.segmentBytes();
        return copy == 0 ? end - info.segmentBytes() : end - info.blockBytes();
    }

    /**
     * Returns the blocks of a segment's records that another record proves durable. In others
     * corruption cannot be distinguished from a torn tail.
     */
    List<Block> durableBlocks(SegmentInfo segment) throws IOException {
        Map<Long, Long> watermarks = watermarks();
        List<Block> blocks = new ArrayList<>();
        for (RecordAt record : records(segment))
            if (record.sequence <= watermarks.getOrDefault(record.epoch, 0L))
                for (int at = 0; at < record.bytes; at += info.blockBytes())
                    blocks.add(
                            new Block(
                                    record.offset + at,
                                    Math.min(info.blockBytes(), record.bytes - at)));
        return blocks;
    }

    /** Returns the highest watermark of each epoch. */
    private Map<Long, Long> watermarks() throws IOException {
        Map<Long, Long> highest = new HashMap<>();
        for (SegmentInfo segment : info.segments())
            for (RecordAt record : records(segment))
                highest.merge(record.epoch, record.watermark, Math::max);
        return highest;
    }

    /** Returns the segment that was written to last. A newer one may have been opened ahead. */
    SegmentInfo newest() throws IOException {
        SegmentInfo newest = null;
        for (SegmentInfo each : info.segments())
            if ((newest == null || each.id() > newest.id()) && !records(each).isEmpty())
                newest = each;
        if (newest == null) throw new FaultException("The journal holds no record");
        return newest;
    }

    /**
     * Returns whether a record of the last epoch is missing between others in its segment, which
     * have overtaken it. In a segment the numbers of records rise by one.
     */
    boolean hasHole() throws IOException {
        List<List<RecordAt>> segments = new ArrayList<>();
        for (SegmentInfo segment : info.segments()) segments.add(records(segment));
        long last =
                segments.stream().flatMap(List::stream).mapToLong(RecordAt::epoch).max().orElse(0);
        return segments.stream().anyMatch(records -> hasHole(records, last));
    }

    private static boolean hasHole(List<RecordAt> records, long epoch) {
        LongSummaryStatistics numbers =
                records.stream()
                        .filter(record -> record.epoch == epoch)
                        .mapToLong(RecordAt::sequence)
                        .summaryStatistics();
        return numbers.getCount() > 0 && numbers.getMax() - numbers.getMin() >= numbers.getCount();
    }

    private List<RecordAt> records(SegmentInfo segment) throws IOException {
        long start = bookkeeping(segment.slot(), 0);
        ByteBuffer all = read(start, info.segmentBytes());
        List<RecordAt> records = new ArrayList<>();
        for (int at = 0; at < all.limit(); at += info.blockBytes()) {
            ByteBuffer block = all.slice(at, info.blockBytes());
            if (isHeader(block) && block.getLong(SEGMENT_ID_AT) == segment.id())
                records.add(RecordAt.of(start + at, block));
        }
        return records;
    }

    private static boolean isHeader(ByteBuffer block) {
        if (block.getInt(0) != RECORD_MAGIC) return false;
        CRC32C crc = new CRC32C();
        crc.update(block.slice(CHECKED_FROM, HEADER_BYTES - CHECKED_FROM));
        return block.getInt(CHECKSUM_AT) == (int) crc.getValue();
    }

    ByteBuffer read(long offset, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining())
            if (channel.read(buffer, offset + buffer.position()) < 0)
                throw new FaultException("The journal ends before " + (offset + bytes));
        return buffer.flip();
    }

    void write(long offset, ByteBuffer bytes) throws IOException {
        ByteBuffer rest = bytes.duplicate();
        while (rest.hasRemaining()) channel.write(rest, offset + rest.position());
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
