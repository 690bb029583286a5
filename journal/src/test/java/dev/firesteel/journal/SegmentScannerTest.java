// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.ImageBuilder.GEOMETRY;
import static dev.firesteel.journal.ImageBuilder.body;
import static dev.firesteel.journal.ImageBuilder.header;
import static dev.firesteel.journal.ImageBuilder.withBody;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SegmentScannerTest {
    /** The last slot: there is nothing to read behind it. */
    private static final int SLOT = ImageBuilder.SLOTS - 1;

    private static final SlotHeader SEGMENT =
            ImageBuilder.slotHeader(SLOT, 2, 50, SlotHeader.State.LIVE);

    private ImageBuilder image = new ImageBuilder();

    @BeforeEach
    void format() throws IOException {
        image = ImageBuilder.formatted().bothCopies(SEGMENT);
    }

    /** Records the calls of a scan, one line each. */
    private static final class Seen implements SegmentScanner.Visitor {
        private final List<String> lines = new ArrayList<>();
        private final Set<Long> elsewhere = new TreeSet<>();
        private final List<String> misplaced = new ArrayList<>();

        @Override
        public void intact(RecordHeader header, ByteBuffer body) {
            lines.add(header.sequence() + " intact, " + body.remaining() + " bytes");
        }

        @Override
        public void broken(RecordHeader header) {
            lines.add(header.sequence() + " broken");
        }

        @Override
        public void elsewhere(RecordHeader header) {
            elsewhere.add(header.sequence());
        }

        @Override
        public void misplaced(int block, RecordHeader header) {
            misplaced.add(header.sequence() + " in block " + block);
        }

        @Override
        public void unreadable(int block, IOException problem) {
            lines.add("block " + block + " unreadable");
        }
    }

    private List<String> scan() throws IOException {
        return scan(image.device(), SEGMENT);
    }

    private static List<String> scan(BlockDevice device, SlotHeader segment) throws IOException {
        Seen seen = new Seen();
        new SegmentScanner(device, ImageBuilder.superblock()).scan(segment, seen);
        return seen.lines;
    }

    @Test
    void recordsAreFoundPastHolesUpToTheLastBlock() throws IOException {
        image.record(SLOT, header(50, 2, 2, 0), "x".repeat(1000));
        image.record(SLOT, header(50, 6, 3, 0), "y");
        image.record(SLOT, header(50, 14, 9, 0), "z");
        assertThat(scan())
                .containsExactly("2 intact, 1004 bytes", "3 intact, 5 bytes", "9 intact, 5 bytes");
    }

    /** The read goes no further than the segment's records can reach. */
    @Test
    void aFullSmallSegmentIsOneRead() throws IOException {
        int overhead = RecordHeader.BYTES + RecordHeader.ENTRY_PREFIX_BYTES;
        image.record(SLOT, header(50, 1, 1, 0), "x".repeat(14 * 512 - overhead));
        List<Integer> reads = new ArrayList<>();
        assertThat(scan(new ReadSizes(image.device(), reads), SEGMENT)).hasSize(1);
        assertThat(reads).containsExactly(14 * 512);
    }

    /** The drive may have answered one read with another block. */
    @Test
    void theDriveIsAskedAgainOnceForAllThatNoRecordBeginsIn() throws IOException {
        image.record(SLOT, header(50, 3, 1, 0), "x");
        List<Integer> reads = new ArrayList<>();
        assertThat(scan(new ReadSizes(image.device(), reads), SEGMENT)).hasSize(1);
        assertThat(reads).containsExactly(14 * 512, 14 * 512);
    }

    /** The record's body comes from the same answer as its header. */
    @Test
    void aRecordThatOnlyTheSecondAnswerHoldsIsNotAskedForAThirdTime() throws IOException {
        image.record(SLOT, header(50, 1, 1, 0), "x".repeat(14 * 512 - 100));
        List<Integer> reads = new ArrayList<>();
        BlockDevice once =
                new ForwardingDevice(new ReadSizes(image.device(), reads)) {
                    @Override
                    public void read(long offset, ByteBuffer target) throws IOException {
                        super.read(offset, target);
                        if (reads.size() == 1) target.put(0, new byte[1024]);
                    }
                };
        assertThat(scan(once, SEGMENT)).hasSize(1);
        assertThat(reads).containsExactly(14 * 512, 14 * 512);
    }

    @Test
    void theDriveIsAskedAgainForABrokenBody() throws IOException {
        image.record(SLOT, header(50, 1, 1, 0), "x".repeat(14 * 512 - 100));
        image.device().content()[(int) GEOMETRY.blockOffset(SLOT, 5)] ^= 1;
        List<Integer> reads = new ArrayList<>();
        assertThat(scan(new ReadSizes(image.device(), reads), SEGMENT)).containsExactly("1 broken");
        int behindItsHead = 13 * 512; // one more time, to look for heads in it
        assertThat(reads).containsExactly(14 * 512, 14 * 512, behindItsHead);
    }

    @Test
    void nothingIsLookedForBehindAnEndRecord() throws IOException {
        RecordHeader end = header(50, 1, 1, 1, 0, RecordHeader.Kind.END);
        image.record(SLOT, end).record(SLOT, header(50, 2, 2, 0), "x");
        assertThat(scan()).containsExactly("1 intact, 0 bytes");
    }

    @Test
    void whatIsInsideARecordIsNotTakenForOne() throws IOException {
        image.record(SLOT, header(50, 1, 1, 0), "x".repeat(2000));
        ByteBuffer inner = ByteBuffer.allocate(512);
        header(50, 2, 2, 0).encode(inner, 0);
        image.device().put(GEOMETRY.blockOffset(SLOT, 2), inner.array());
        assertThat(scan()).containsExactly("1 broken");
    }

    @Test
    void aHeaderFromElsewhereInABrokenRecordIsTold() throws IOException {
        image.record(SLOT, header(50, 1, 1, 0), "x".repeat(2000));
        ByteBuffer inner = ByteBuffer.allocate(512);
        header(50, 6, 2, 0).encode(inner, 0);
        image.device().put(GEOMETRY.blockOffset(SLOT, 4), inner.array());
        Seen seen = new Seen();
        new SegmentScanner(image.device(), ImageBuilder.superblock()).scan(SEGMENT, seen);
        assertThat(seen.lines).containsExactly("1 broken");
        assertThat(seen.elsewhere).containsExactly(2L);
    }

    @Test
    void aHeaderOfAnotherJournalSegmentEpochOrPlaceDoesNotCount() throws IOException {
        RecordHeader own = header(50, 3, 1, 0);
        image.record(SLOT, header(51, 1, 1, 0), "another segment");
        image.record(SLOT, header(50, 3, 1, 0), "another place");
        image.device()
                .put(
                        GEOMETRY.blockOffset(SLOT, 2),
                        image.device().block(GEOMETRY.blockOffset(SLOT, 3)));
        image.erase(GEOMETRY.blockOffset(SLOT, 3));
        raw(new RecordHeader(own.key() + 1, 50, 3, 1, 1, 0, 4, 28, 0, 0, 0, own.kind()));
        raw(new RecordHeader(own.key(), 50, 4, 7, 1, 0, 5, 28, 0, 0, 0, own.kind()));
        assertThat(scan()).isEmpty();
        Seen seen = new Seen();
        new SegmentScanner(image.device(), ImageBuilder.superblock()).scan(SEGMENT, seen);
        assertThat(seen.elsewhere).containsExactly(1L, 7L);
        raw(new RecordHeader(own.key(), 50, 3, 1, 1, 0, 5, 28, 0, 0, 0, own.kind()));
        assertThat(scan()).containsExactly("1 intact, 0 bytes");
    }

    private void raw(RecordHeader header) throws IOException {
        image.raw(SLOT, header, ByteBuffer.allocate(0));
    }

    @Test
    void aRecordMayReachTheLastBlockButNotTheBookkeepingBehindIt() throws IOException {
        ByteBuffer fits = body("x".repeat(2 * 512 - 84));
        image.raw(SLOT, withBody(header(50, 13, 1, 0), fits, 1), fits);
        assertThat(scan()).containsExactly("1 intact, 944 bytes");
        ByteBuffer tooLong = body("x".repeat(2 * 512 - 83));
        RecordHeader reaching = withBody(header(50, 13, 1, 0), tooLong, 1);
        ByteBuffer block = ByteBuffer.allocate(512);
        reaching.encode(block, 0);
        image.device().put(GEOMETRY.blockOffset(SLOT, 13), block.array());
        assertThat(scan()).isEmpty();
    }

    @Test
    void aBodyThatDoesNotMatchItsChecksumIsBroken() throws IOException {
        image.record(SLOT, header(50, 1, 1, 0), "abc");
        image.device().content()[(int) GEOMETRY.blockOffset(SLOT, 1) + 80 + 4 + 2] ^= 1;
        assertThat(scan()).containsExactly("1 broken");
    }

    @Test
    void paddingDoesNotMatter() throws IOException {
        image.record(SLOT, header(50, 1, 1, 0), "abc");
        image.device().content()[(int) GEOMETRY.blockOffset(SLOT, 1) + 80 + 7] ^= 1;
        assertThat(scan()).containsExactly("1 intact, 7 bytes");
    }

    @Test
    void aBodyThatIsNotTheEntriesItSaysIsBroken() throws IOException {
        ByteBuffer two = body("ab", "c");
        assertThat(scanBody(two, 2)).containsExactly("1 intact, 11 bytes");
        assertThat(scanBody(two, 1)).containsExactly("1 broken");
        assertThat(scanBody(two, 3)).containsExactly("1 broken");
        assertThat(scanBody(two, 0)).containsExactly("1 broken");
        assertThat(scanBody(two, -1)).containsExactly("1 broken");
        assertThat(scanBody(body(""), 1)).containsExactly("1 broken");
        assertThat(scanBody(ByteBuffer.allocate(3), 1)).containsExactly("1 broken");
        assertThat(scanBody(ByteBuffer.allocate(0), 0)).containsExactly("1 intact, 0 bytes");
        assertThat(scanBody(lengthThenBytes(-1, 5), 1)).containsExactly("1 broken");
        assertThat(scanBody(lengthThenBytes(6, 5), 1)).containsExactly("1 broken");
        assertThat(scanBody(lengthThenBytes(Integer.MAX_VALUE, 5), 1)).containsExactly("1 broken");
        assertThat(scanBody(lengthThenBytes(5, 5), 1)).containsExactly("1 intact, 9 bytes");
        assertThat(scanBody(lengthThenBytes(4, 5), 1)).containsExactly("1 broken");
    }

    private static ByteBuffer lengthThenBytes(int length, int bytes) {
        return ByteBuffer.allocate(4 + bytes).putInt(0, length);
    }

    private List<String> scanBody(ByteBuffer body, int entries) throws IOException {
        image.raw(SLOT, withBody(header(50, 1, 1, 0), body, entries), body);
        return scan();
    }

    @Test
    void theBodyThatIsShownIsTheBody() throws IOException {
        image.record(SLOT, header(50, 2, 1, 0), "abc");
        List<String> texts = new ArrayList<>();
        new SegmentScanner(image.device(), ImageBuilder.superblock())
                .scan(
                        SEGMENT,
                        new SegmentScanner.Visitor() {
                            @Override
                            public void intact(RecordHeader header, ByteBuffer body) {
                                assertThat(body.getInt()).isEqualTo(3);
                                texts.add(StandardCharsets.US_ASCII.decode(body).toString());
                            }

                            @Override
                            public void broken(RecordHeader header) {
                                throw new AssertionError(header);
                            }

                            @Override
                            public void elsewhere(RecordHeader header) {
                                throw new AssertionError(header);
                            }

                            @Override
                            public void misplaced(int block, RecordHeader header) {
                                throw new AssertionError(header);
                            }

                            @Override
                            public void unreadable(int block, IOException problem) {
                                throw new AssertionError(problem);
                            }
                        });
        assertThat(texts).containsExactly("abc");
    }

    @Test
    void oneScannerReadsSegmentAfterSegment() throws IOException {
        SlotHeader other = ImageBuilder.slotHeader(0, 2, 51, SlotHeader.State.LIVE);
        image.record(0, header(51, 1, 1, 0), "in the first slot");
        image.record(SLOT, header(50, 1, 1, 0), "x");
        SegmentScanner scanner = new SegmentScanner(image.device(), ImageBuilder.superblock());
        Seen seen = new Seen();
        scanner.scan(SEGMENT, seen);
        scanner.scan(other, seen);
        assertThat(seen.lines).containsExactly("1 intact, 5 bytes", "1 intact, 21 bytes");
    }

    @Test
    void aBlockThatCannotBeReadIsNotTakenForWhatWasReadThereBefore() throws IOException {
        FaultyBlockDevice device = faulty();
        for (int i = 1; i <= 3; i++) copy(device, header(50, i, i, 0), body("entry " + i));
        SegmentScanner scanner = new SegmentScanner(device, ImageBuilder.superblock());
        Seen before = new Seen();
        scanner.scan(SEGMENT, before);
        assertThat(before.lines).hasSize(3);
        device.makeUnreadable(GEOMETRY.blockOffset(SLOT, 2));
        device.makeUnreadable(GEOMETRY.blockOffset(SLOT, 14));
        device.makeUnreadable(GEOMETRY.bookkeepingOffset(SLOT, 1)); // not read by the scanner
        Seen after = new Seen();
        scanner.scan(SEGMENT, after);
        assertThat(after.lines)
                .containsExactly(
                        "block 2 unreadable",
                        "block 14 unreadable",
                        "1 intact, 11 bytes",
                        "3 intact, 11 bytes");
    }

    @Test
    void aBlockThatCannotBeReadInTwoSegmentsIsToldOfEach() throws IOException {
        FaultyBlockDevice device = faulty();
        device.makeUnreadable(GEOMETRY.blockOffset(SLOT, 2));
        device.makeUnreadable(GEOMETRY.blockOffset(0, 2));
        SegmentScanner scanner = new SegmentScanner(device, ImageBuilder.superblock());
        Seen seen = new Seen();
        scanner.scan(SEGMENT, seen);
        scanner.scan(ImageBuilder.slotHeader(0, 2, 51, SlotHeader.State.LIVE), seen);
        assertThat(seen.lines).containsExactly("block 2 unreadable", "block 2 unreadable");
    }

    private static FaultyBlockDevice faulty() {
        return new FaultyBlockDevice(512, GEOMETRY.deviceBytes(ImageBuilder.SLOTS), false, 1);
    }

    private static void copy(FaultyBlockDevice device, RecordHeader header, ByteBuffer body)
            throws IOException {
        ByteBuffer block = ByteBuffer.allocate(512);
        withBody(header, body, 1).encode(block, 0);
        block.put(RecordHeader.BYTES, body, 0, body.limit());
        device.write(GEOMETRY.blockOffset(SLOT, header.block()), block);
    }

    // ---- segments larger than the pieces of 4 MiB in which they are read

    private static final int LARGE_BLOCK = 4096;
    private static final Geometry LARGE = new Geometry(LARGE_BLOCK, 12 << 20);
    private static final Superblock LARGE_SUPERBLOCK =
            new Superblock(1, new UUID(1, 2), Superblock.NOBODY, "", LARGE, 1, 28, 12, 3, 0, 0);
    private static final SlotHeader LARGE_SEGMENT =
            new SlotHeader(LARGE_SUPERBLOCK.key(), 2, 50, 3, 0, SlotHeader.State.LIVE, 0);

    private static ImageDevice largeDevice() {
        return new ImageDevice(LARGE_BLOCK, new byte[(int) LARGE.deviceBytes(1)]);
    }

    private static int write(ImageDevice device, int block, long sequence, int entryBytes)
            throws IOException {
        ByteBuffer body = ByteBuffer.allocate(4 + entryBytes).putInt(0, entryBytes);
        body.put(3 + entryBytes, (byte) sequence);
        return write(device, block, sequence, 1, body);
    }

    private static int write(
            ImageDevice device, int block, long sequence, int entries, ByteBuffer body)
            throws IOException {
        RecordHeader header =
                new RecordHeader(
                        LARGE_SUPERBLOCK.key(),
                        50,
                        3,
                        sequence,
                        1,
                        0,
                        block,
                        28,
                        body.limit(),
                        entries,
                        Crc32c.of(body, 0, body.limit()),
                        RecordHeader.Kind.ENTRIES);
        ByteBuffer buffer = ByteBuffer.allocate(LARGE.blocks(header.bytes()) * LARGE_BLOCK);
        header.encode(buffer, 0);
        buffer.put(RecordHeader.BYTES, body, 0, body.limit());
        device.write(LARGE.blockOffset(0, block), buffer);
        return block + LARGE.blocks(header.bytes());
    }

    private static List<String> scanLarge(BlockDevice device) throws IOException {
        Seen seen = new Seen();
        new SegmentScanner(device, LARGE_SUPERBLOCK).scan(LARGE_SEGMENT, seen);
        return seen.lines;
    }

    @Test
    void recordsAcrossPiecesAndRecordsLargerThanOneAreRead() throws IOException {
        ImageDevice device = largeDevice();
        int next = write(device, 1, 1, 3_000_000);
        next = write(device, next, 2, 2_000_000); // across the end of the first piece
        next = write(device, next, 3, 5_000_000); // larger than a piece
        write(device, next, 4, 100);
        write(device, LARGE.endBlock() - 1, 5, 100);
        assertThat(scanLarge(device))
                .containsExactly(
                        "1 intact, 3000004 bytes",
                        "2 intact, 2000004 bytes",
                        "3 intact, 5000004 bytes",
                        "4 intact, 104 bytes",
                        "5 intact, 104 bytes");
    }

    @Test
    void anEmptyLargeSegmentIsReadTwiceInPieces() throws IOException {
        ImageDevice device = largeDevice();
        device.setReadBudget(2 * (LARGE.endBlock() - 1L) * LARGE_BLOCK);
        assertThat(scanLarge(device)).isEmpty();
    }

    @Test
    void memoryIsThatOfAPieceUntilARecordNeedsMore() throws IOException {
        ImageDevice device = largeDevice();
        write(device, 1, 1, 100);
        List<Integer> reads = new ArrayList<>();
        BlockDevice counting = new ReadSizes(device, reads);
        assertThat(scanLarge(counting)).hasSize(1);
        assertThat(reads.get(0)).isBetween(4 << 20, (4 << 20) + LARGE_BLOCK);
    }

    /** A piece has room for 1024 blocks or, depending on the alignment of its memory, one more. */
    @Test
    void theLastBlockOfAPieceMayBeUnreadable() throws IOException {
        FaultyBlockDevice device =
                new FaultyBlockDevice(LARGE_BLOCK, LARGE.deviceBytes(1), false, 1);
        device.makeUnreadable(LARGE.blockOffset(0, 1024));
        device.makeUnreadable(LARGE.blockOffset(0, 1025));
        assertThat(scanLarge(device))
                .containsExactly("block 1024 unreadable", "block 1025 unreadable");
    }

    @Test
    void noEntryIsLookedForBehindTheMemoryThatABodyFills() throws IOException {
        ImageDevice device = largeDevice();
        int bodyBytes = 1025 * LARGE_BLOCK - RecordHeader.BYTES;
        ByteBuffer body = ByteBuffer.allocate(bodyBytes).putInt(0, bodyBytes - 4);
        write(device, 1, 1, 2, body);
        assertThat(scanLarge(device)).containsExactly("1 broken");
    }

    @Test
    void anUnreadableBlockOfALaterPieceIsNamedByItsPlaceInTheSegment() throws IOException {
        FaultyBlockDevice device =
                new FaultyBlockDevice(LARGE_BLOCK, LARGE.deviceBytes(1), false, 1);
        device.makeUnreadable(LARGE.blockOffset(0, 2500));
        assertThat(scanLarge(device)).containsExactly("block 2500 unreadable");
    }
}
