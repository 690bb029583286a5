// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Feeds every parser of a device with inputs that a seed determines. Fields of valid inputs are
 * changed and the checksum is recomputed. Bits, blocks and lengths are changed at random. A parser
 * may throw only the typed error. It may take no more memory than the device has, and it must end.
 */
final class ParserFuzz {
    private static final int SEGMENT_BYTES = ImageBuilder.GEOMETRY.segmentBytes();

    /** Memory that a reading may take: a segment of the device, and 512 KiB. */
    private static final long MOST_BYTES = SEGMENT_BYTES + (512L << 10);

    private static final List<FuzzedBlock> KINDS = List.of(FuzzedBlock.values());

    private interface Parser {
        void parse(RandomGenerator random) throws IOException;
    }

    private record Change(int offset, ByteBuffer before) {}

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final BufferPoolMXBean directMemory =
            ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                    .filter(pool -> pool.getName().equals("direct"))
                    .findFirst()
                    .orElseThrow();

    private final Map<FuzzedBlock, ByteBuffer> blocks = new EnumMap<>(FuzzedBlock.class);
    private final ByteBuffer block = ByteBuffer.allocate(ImageBuilder.BLOCK_BYTES);
    private final ImageDevice image;
    private final ByteBuffer content;
    private final List<Change> changes = new ArrayList<>();

    ParserFuzz() throws IOException {
        image = image();
        content = ByteBuffer.wrap(image.content());
        blocks.put(FuzzedBlock.SUPERBLOCK, blockAt(0));
        blocks.put(FuzzedBlock.BOOKKEEPING, blockAt(ImageBuilder.GEOMETRY.bookkeepingOffset(0, 0)));
        blocks.put(FuzzedBlock.RECORD, blockAt(ImageBuilder.GEOMETRY.blockOffset(0, 1)));
    }

    private ByteBuffer blockAt(long offset) {
        return ByteBuffer.wrap(image.block(offset));
    }

    /** Returns two segments of one epoch, one segment that is being carried, and a free slot. */
    private static ImageDevice image() throws IOException {
        ImageBuilder builder = ImageBuilder.formatted();
        builder.live(0, 50).live(1, 51);
        builder.record(0, ImageBuilder.header(50, 1, 1, 0), "one", "two", "three");
        builder.record(0, ImageBuilder.header(50, 2, 2, 1), "four".repeat(300));
        builder.record(
                0, ImageBuilder.header(50, 5, 3, 1, 2, RecordHeader.Kind.END), new String[0]);
        builder.record(
                1, ImageBuilder.header(51, 1, 4, 4, 3, RecordHeader.Kind.ENTRIES), "five", "six");
        builder.record(
                1, ImageBuilder.header(51, 2, 5, 4, 4, RecordHeader.Kind.HEARTBEAT), new String[0]);
        builder.bothCopies(
                new SlotHeader(
                        ImageBuilder.key(),
                        2,
                        49,
                        2,
                        2,
                        SlotHeader.State.LIVE_SINCE_RECOVERY,
                        ImageBuilder.CONTENT_VERSION));
        assertThat(builder.read().texts()).hasSize(6);
        assertThat(builder.read().damages).isEmpty();
        return builder.device();
    }

    /** Parses single structures, millions of them a second. */
    void blocks(long firstSeed, long count) {
        run(firstSeed, count, this::parseBlock);
    }

    /** Reads whole devices. */
    void images(long firstSeed, long count) {
        run(firstSeed, count, this::readImage);
    }

    /** Opens, replays, writes to and closes whole devices. */
    void openings(long firstSeed, long count) {
        run(firstSeed, count, this::openImage);
    }

    private static void run(long firstSeed, long count, Parser parser) {
        for (long seed = firstSeed; seed < firstSeed + count; seed++) {
            try {
                parser.parse(new SplittableRandom(seed));
            } catch (JournalException e) {
                // Expected.
            } catch (Exception | Error e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    // ---- single structures

    private void parseBlock(RandomGenerator random) {
        FuzzedBlock kind = KINDS.get(random.nextInt(KINDS.size()));
        block.put(0, requireNonNull(blocks.get(kind)), 0, block.capacity());
        if (random.nextInt(8) == 0) scramble(random);
        else for (int i = random.nextInt(3); i >= 0; i--) kind.mutate(block, 0, random);
        if (Superblock.judge(block) == Superblock.Verdict.VALID) check(Superblock.decode(block));
        SlotHeader slotHeader = SlotHeader.decode(block, ImageBuilder.key(), 0);
        if (slotHeader != null) check(slotHeader);
        RecordHeader header = RecordHeader.decode(block, 0);
        if (header != null) check(header);
    }

    private void scramble(RandomGenerator random) {
        int from = random.nextInt(block.capacity());
        int bytes = 1 + random.nextInt(Math.min(64, block.capacity() - from));
        for (int i = from; i < from + bytes; i++) block.put(i, (byte) random.nextInt());
    }

    private static void check(Superblock superblock) {
        Geometry geometry = superblock.geometry();
        if (Geometry.complaint(geometry.blockBytes(), geometry.segmentBytes()) != null
                || superblock.slots() < 1
                || superblock.epoch() + 1 < 1
                || superblock.identifierHighWater() + 1 < 1)
            throw new AssertionError("makes no sense: " + superblock);
    }

    private static void check(SlotHeader slotHeader) {
        if (slotHeader.generation() + 1 < 1
                || slotHeader.segmentId() + 1 < 1
                || slotHeader.epoch() + 1 < 1)
            throw new AssertionError("makes no sense: " + slotHeader);
    }

    private static void check(RecordHeader header) {
        if (header.bytes() < RecordHeader.BYTES
                || header.sequence() + 1 < 2
                || header.segmentId() + 1 < 1
                || header.epoch() + 1 < 1
                || header.watermark() >= header.sequence())
            throw new AssertionError("makes no sense: " + header);
    }

    // ---- whole devices

    private void readImage(RandomGenerator random) throws IOException {
        mutateImage(random);
        try {
            // The first use of a class takes memory, too: a second reading does not.
            if (bytesTakenByReading() <= MOST_BYTES) return;
            long taken = bytesTakenByReading();
            if (taken > MOST_BYTES) throw new AssertionError(taken + " bytes taken");
        } finally {
            undo();
        }
    }

    private long bytesTakenByReading() throws IOException {
        long before = takenBytes();
        image.setReadBudget(2L * image.content().length);
        try {
            JournalReader.read(image, null, new Counting());
        } catch (JournalException e) {
            // Allowed.
        }
        return takenBytes() - before;
    }

    /** Returns the bytes taken from this thread's heap, and direct memory of all threads. */
    private long takenBytes() {
        return threads.getCurrentThreadAllocatedBytes() + directMemory.getTotalCapacity();
    }

    private void openImage(RandomGenerator random) throws IOException {
        mutateImage(random);
        ImageDevice copy = image.copy();
        undo();
        JournalOptions options = JournalFixture.options(1);
        try (Journal journal =
                Journal.open(copy, options, JournalListener.none(), Environment.real())) {
            long last = journal.position().segmentId();
            for (SegmentInfo each : journal.segments())
                assertThat(last).isGreaterThanOrEqualTo(each.id());
            journal.append(ByteBuffer.allocate(10), (segment, offset) -> {});
            journal.replay(new Counting());
            journal.endRecovery();
        }
    }

    /** Checks the size of each entry, and goes on after damage. */
    private static final class Counting implements ReplayHandler {
        @Override
        public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry) {
            if (!entry.hasRemaining() || entry.remaining() > segment.deviceBytes())
                throw new AssertionError("an entry of " + entry.remaining() + " bytes");
        }

        @Override
        public void damage(Damage damage) {}
    }

    private void mutateImage(RandomGenerator random) {
        for (int i = random.nextInt(4); i >= 0; i--) mutateOnce(random);
        if (random.nextInt(20) == 0)
            image.setSizeBytes(
                    random.nextInt(image.content().length / ImageBuilder.BLOCK_BYTES)
                            * (long) ImageBuilder.BLOCK_BYTES);
    }

    private void mutateOnce(RandomGenerator random) {
        switch (random.nextInt(10)) {
            case 0 -> {
                int bit = random.nextInt(8);
                int offset = anyByte(random);
                remember(offset, 1);
                content.put(offset, (byte) (content.get(offset) ^ (1 << bit)));
            }
            case 1 -> copyBlock(anyBlock(random), anyBlock(random));
            case 2 -> fill(anyBlock(random), ImageBuilder.BLOCK_BYTES, (byte) random.nextInt());
            case 3 -> entryLength(random);
            case 4, 5 -> superblocks(random);
            case 6, 7 -> slotHeader(random);
            default -> field(FuzzedBlock.RECORD, anyRecord(random), random);
        }
    }

    /** Changes one copy of the superblock, or all four. */
    private void superblocks(RandomGenerator random) {
        int copy = random.nextInt(Geometry.SUPERBLOCK_COPIES);
        field(FuzzedBlock.SUPERBLOCK, (int) Geometry.superblockOffset(copy), random);
        if (random.nextBoolean()) return;
        for (int other = 0; other < Geometry.SUPERBLOCK_COPIES; other++)
            copyBlock(
                    (int) Geometry.superblockOffset(copy), (int) Geometry.superblockOffset(other));
    }

    private void slotHeader(RandomGenerator random) {
        int slot = random.nextInt(ImageBuilder.SLOTS);
        int first = (int) ImageBuilder.GEOMETRY.bookkeepingOffset(slot, 0);
        field(FuzzedBlock.BOOKKEEPING, first, random);
        if (random.nextBoolean())
            copyBlock(first, (int) ImageBuilder.GEOMETRY.bookkeepingOffset(slot, 1));
    }

    private void field(FuzzedBlock kind, int at, RandomGenerator random) {
        remember(at, kind.bytes);
        kind.mutate(content, at, random);
    }

    /** Changes the length of a record's first entry, and recomputes both checksums. */
    private void entryLength(RandomGenerator random) {
        int at = anyRecord(random);
        int bodyBytes = content.getInt(at + 64);
        int room = content.capacity() - at - RecordHeader.BYTES;
        if (bodyBytes < Integer.BYTES || bodyBytes > room) return;
        remember(at, RecordHeader.BYTES + Integer.BYTES);
        content.putInt(at + RecordHeader.BYTES, random.nextInt(-3, 1 << random.nextInt(1, 31)));
        int body = at + RecordHeader.BYTES;
        content.putInt(at + 72, Crc32c.of(content, body, body + bodyBytes));
        FuzzedBlock.RECORD.seal(content, at);
    }

    private static int anyRecord(RandomGenerator random) {
        int slot = random.nextInt(2);
        int[] records = slot == 0 ? new int[] {1, 2, 5} : new int[] {1, 2};
        return (int)
                ImageBuilder.GEOMETRY.blockOffset(slot, records[random.nextInt(records.length)]);
    }

    /** Returns a byte of the slots or, with equal probability, of a copy of the superblock. */
    private int anyByte(RandomGenerator random) {
        if (random.nextBoolean())
            return (int) Geometry.superblockOffset(random.nextInt(Geometry.SUPERBLOCK_COPIES))
                    + random.nextInt(Superblock.BYTES);
        return (int) (Geometry.SLOTS_OFFSET + random.nextInt(ImageBuilder.SLOTS * SEGMENT_BYTES));
    }

    private int anyBlock(RandomGenerator random) {
        return anyByte(random) / ImageBuilder.BLOCK_BYTES * ImageBuilder.BLOCK_BYTES;
    }

    private void copyBlock(int from, int to) {
        remember(to, ImageBuilder.BLOCK_BYTES);
        content.put(to, content, from, ImageBuilder.BLOCK_BYTES);
    }

    private void fill(int at, int bytes, byte value) {
        remember(at, bytes);
        for (int i = at; i < at + bytes; i++) content.put(i, value);
    }

    private void remember(int offset, int bytes) {
        changes.add(new Change(offset, ByteBuffer.allocate(bytes).put(0, content, offset, bytes)));
    }

    private void undo() {
        for (int i = changes.size() - 1; i >= 0; i--) {
            ByteBuffer before = changes.get(i).before;
            content.put(changes.get(i).offset, before, 0, before.capacity());
        }
        changes.clear();
        image.setSizeBytes(image.content().length);
        image.setReadBudget(Long.MAX_VALUE);
    }
}
