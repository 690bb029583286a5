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
import java.util.Comparator;
import java.util.List;

/** The bytes of a journal that nobody uses now; docs/format.md says where things lie. */
final class JournalBytes implements Closeable {
    static final int SUPERBLOCK_STEP = 64 << 10;
    private static final int SLOTS_AT = 1 << 20;
    private static final int RECORD_MAGIC = 0x46535243; // FSRC
    private static final int SEGMENT_ID_AT = 16;

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

    /** Where one of the two copies of a slot's bookkeeping lies. */
    long bookkeeping(int slot, int copy) {
        long end = SLOTS_AT + (slot + 1L) * info.segmentBytes();
        return copy == 0 ? end - info.segmentBytes() : end - info.blockBytes();
    }

    /**
     * The blocks between the first record of a segment and the last but one, or none. In the last
     * ones of the newest segment rot cannot be told from a torn tail: nothing written later says
     * that they were durable.
     */
    List<Long> coveredBlocks(SegmentInfo segment) throws IOException {
        List<Long> records = records(segment);
        List<Long> blocks = new ArrayList<>();
        if (records.size() < 3) return blocks;
        long end = records.get(records.size() - 2);
        for (long at = records.get(0); at < end; at += info.blockBytes()) blocks.add(at);
        return blocks;
    }

    /** The segment that was written to last. */
    SegmentInfo newest() {
        return info.segments().stream()
                .max(Comparator.comparingLong(SegmentInfo::id))
                .orElseThrow();
    }

    private List<Long> records(SegmentInfo segment) throws IOException {
        long start = bookkeeping(segment.slot(), 0);
        ByteBuffer all = read(start, info.segmentBytes());
        List<Long> records = new ArrayList<>();
        for (int at = 0; at < all.limit(); at += info.blockBytes())
            if (all.getInt(at) == RECORD_MAGIC && all.getLong(at + SEGMENT_ID_AT) == segment.id())
                records.add(start + at);
        return records;
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
