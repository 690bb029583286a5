// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.ImageBuilder.EPOCH;
import static dev.firesteel.journal.ImageBuilder.GEOMETRY;
import static dev.firesteel.journal.ImageBuilder.SLOTS;
import static dev.firesteel.journal.ImageBuilder.body;
import static dev.firesteel.journal.ImageBuilder.header;
import static dev.firesteel.journal.ImageBuilder.slotHeader;
import static dev.firesteel.journal.ImageBuilder.withBody;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests record heads at a place where none was written. A misdirected write put it there, and may
 * have overwritten acknowledged records. Segment 50 is live in slot 1.
 */
class MisplacedHeadTest {
    private static final int SLOT = 1;
    private static final long ITS_BOOKKEEPING = GEOMETRY.bookkeepingOffset(SLOT, 0);
    private static final long BOOKKEEPING_BEFORE = GEOMETRY.bookkeepingOffset(SLOT - 1, 1);

    private ImageBuilder image = new ImageBuilder();

    @BeforeEach
    void format() throws IOException {
        image = ImageBuilder.formatted().live(SLOT, 50);
    }

    private void put(long offset, RecordHeader header) {
        ByteBuffer block = ByteBuffer.allocate(ImageBuilder.BLOCK_BYTES);
        header.encode(block, 0);
        image.device().put(offset, block.array());
    }

    /** Returns a header of the next segment, whose first record is 4. */
    private static RecordHeader next(int block) {
        return header(51, block, 4, 4, 0, RecordHeader.Kind.ENTRIES);
    }

    private static RecordHeader inEpoch(RecordHeader header, long epoch) {
        return new RecordHeader(
                header.key(),
                header.segmentId(),
                epoch,
                header.sequence(),
                header.firstSequence(),
                header.watermark(),
                header.block(),
                header.startOffset(),
                header.bodyBytes(),
                header.entries(),
                header.bodyCrc(),
                header.kind());
    }

    private List<RecoveryCase> findings() throws IOException {
        return image.read().findings();
    }

    /**
     * Nothing else shows how far the segment behind it reached, so the head alone must be reported.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void inBookkeepingBeforeASegmentIsReported(int before) throws IOException {
        put(GEOMETRY.bookkeepingOffset(SLOT - before, before), next(1));
        JournalFixture.Recording found = image.read();
        assertThat(found.findings()).containsExactly(RecoveryCase.J_MISPLACED);
        Damage damage = found.damages.get(0);
        assertThat(damage.segmentId()).isEqualTo(50);
        assertThat(damage.slot()).isEqualTo(SLOT - before);
        assertThat(damage.deviceOffset())
                .isEqualTo(GEOMETRY.bookkeepingOffset(SLOT - before, before));
        assertThat(damage.description())
                .isEqualTo(
                        "record 4 of epoch 3, of segment 51, lies where it was not written, perhaps"
                                + " over others");
    }

    /** Two in flight: record 2 was submitted before 1 was durable, and 3 went over 1. */
    @Test
    void tellsOfWhatItWentOverAlsoWhereMoreFollows() throws IOException {
        image.record(SLOT, header(50, 2, 2, 0), "two");
        put(ITS_BOOKKEEPING, header(50, 3, 3, 2));
        assertThat(findings())
                .containsExactly(RecoveryCase.J_MISPLACED, RecoveryCase.D_DAMAGED_HOLE);
    }

    /** Three in flight: not even the third proves that the first was durable. */
    @Test
    void isReportedWhereNothingTellsOfWhatItWentOver() throws IOException {
        image.record(SLOT, header(50, 2, 2, 0), "two");
        put(ITS_BOOKKEEPING, header(50, 3, 3, 0));
        assertThat(findings()).containsExactly(RecoveryCase.J_MISPLACED);
    }

    /** The record is missing in its own segment, wherever its head lies. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "1, 0", "1, 1", "2, 0", "2, 1", "3, 0", "3, 1"})
    void ofALiveSegmentIsReportedInAnyBookkeeping(int slot, int copy) throws IOException {
        put(GEOMETRY.bookkeepingOffset(slot, copy), header(50, 1, 1, 0));
        assertThat(findings()).containsExactly(RecoveryCase.J_MISPLACED);
        assertThat(image.read().damages.get(0).segmentId()).isEqualTo(50);
    }

    /** A freed segment misses nothing, and no live segment lies behind. */
    @Test
    void ofAnotherThanALiveSegmentIsNotReportedBeforeAFreeSlot() throws IOException {
        put(GEOMETRY.bookkeepingOffset(SLOT, 1), next(1));
        put(GEOMETRY.bookkeepingOffset(3, 0), inEpoch(header(50, 1, 4, 0), EPOCH + 1));
        assertThat(findings()).isEmpty();
    }

    /** The misplaced write came before the segment behind it was opened. */
    @Test
    void ofAnEarlierSegmentIsNotReported() throws IOException {
        put(ITS_BOOKKEEPING, header(49, 1, 4, 0));
        put(BOOKKEEPING_BEFORE, inEpoch(next(1), EPOCH - 1));
        put(GEOMETRY.blockOffset(SLOT, 3), header(49, 3, 4, 0));
        put(GEOMETRY.blockOffset(SLOT, 4), inEpoch(next(4), EPOCH - 1));
        assertThat(findings()).isEmpty();
    }

    @Test
    void ofALaterSegmentOrEpochIsReportedAmongRecords() throws IOException {
        put(GEOMETRY.blockOffset(SLOT, 3), next(3));
        put(GEOMETRY.blockOffset(SLOT, 5), inEpoch(header(49, 5, 1, 0), EPOCH + 1));
        put(GEOMETRY.blockOffset(SLOT, 7), inEpoch(header(50, 7, 1, 0), EPOCH + 1));
        JournalFixture.Recording found = image.read();
        assertThat(found.findings())
                .containsExactly(
                        RecoveryCase.J_MISPLACED,
                        RecoveryCase.J_MISPLACED,
                        RecoveryCase.J_MISPLACED);
        Damage damage = found.damages.get(1);
        assertThat(damage.segmentId()).isEqualTo(50);
        assertThat(damage.slot()).isEqualTo(SLOT);
        assertThat(damage.deviceOffset()).isEqualTo(GEOMETRY.blockOffset(SLOT, 5));
        assertThat(damage.description()).startsWith("record 1 of epoch 4, of segment 49, ");
    }

    @Test
    void ofTheSegmentItselfIsReportedInAnotherBlock() throws IOException {
        image.record(SLOT, header(50, 1, 1, 0), "one");
        put(GEOMETRY.blockOffset(SLOT, 4), header(50, 2, 2, 0));
        JournalFixture.Recording found = image.read();
        assertThat(found.findings()).containsExactly(RecoveryCase.J_MISPLACED);
        assertThat(found.texts()).containsExactly("one");
    }

    /** The slot never held that segment: the record is missing in its own segment. */
    @Test
    void ofALiveSegmentIsReportedInTheSlotOfALaterOne() throws IOException {
        image.record(SLOT, header(50, 1, 1, 0), "one");
        image.live(SLOT + 1, 51);
        put(GEOMETRY.blockOffset(SLOT + 1, 5), header(50, 2, 2, 0));
        JournalFixture.Recording found = image.read();
        assertThat(found.findings())
                .containsExactly(RecoveryCase.J_MISPLACED, RecoveryCase.J_MISPLACED);
        assertThat(found.damages).extracting(Damage::segmentId).containsExactly(51L, 50L);
        assertThat(found.damages)
                .extracting(Damage::deviceOffset)
                .containsOnly(GEOMETRY.blockOffset(SLOT + 1, 5));
    }

    /**
     * A segment has no records behind its end, but a misdirected write may begin there and go on.
     */
    @Test
    void isReportedBehindTheEndOfASegment() throws IOException {
        image.record(SLOT, header(50, 1, 1, 0), "one");
        image.record(SLOT, header(50, 2, 2, 1, 1, RecordHeader.Kind.END));
        put(GEOMETRY.blockOffset(SLOT, 4), header(49, 4, 1, 0));
        assertThat(findings()).isEmpty();
        int last = GEOMETRY.endBlock() - 1;
        put(GEOMETRY.blockOffset(SLOT, last), next(last));
        JournalFixture.Recording found = image.read();
        assertThat(found.findings()).containsExactly(RecoveryCase.J_MISPLACED);
        assertThat(found.damages.get(0).deviceOffset()).isEqualTo(GEOMETRY.blockOffset(SLOT, last));
    }

    @Test
    void isReportedInABrokenBody() throws IOException {
        image.record(SLOT, header(50, 1, 1, 0), "x".repeat(2000));
        put(GEOMETRY.blockOffset(SLOT, 3), next(1));
        assertThat(findings()).containsExactly(RecoveryCase.J_MISPLACED);
    }

    @Test
    void ofALaterEpochIsReportedBeforeTheSegmentThatItMayHaveHit() throws IOException {
        put(ITS_BOOKKEEPING, inEpoch(header(60, 1, 1, 0), EPOCH + 1));
        assertThat(findings()).containsExactly(RecoveryCase.J_MISPLACED);
    }

    /** The drive may have answered one read with another block. */
    @Test
    void isNotReportedWhereTheDriveShowsItOnce() throws IOException {
        long elsewhere = GEOMETRY.blockOffset(3, 4);
        put(elsewhere, next(4));
        long first = GEOMETRY.blockOffset(SLOT, Geometry.FIRST_BLOCK);
        for (long offset : new long[] {ITS_BOOKKEEPING, BOOKKEEPING_BEFORE, first}) {
            image.device().misreadOnce(offset, elsewhere);
            assertThat(findings()).isEmpty();
        }
    }

    /**
     * The same holds if a crash has corrupted the copy at the place where the drive shows the head.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void isNotReportedWhereTheDriveShowsItOnceForASpoiltCopy(int nth) throws IOException {
        put(GEOMETRY.blockOffset(3, 4), next(4));
        image.eraseCopy(SLOT, 0);
        assertThat(answering(nth, GEOMETRY.blockOffset(3, 4)).findings()).isEmpty();
    }

    /** One wrong answer of the drive is outvoted by two right ones. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void isReportedWhereTheDriveShowsSomethingElseOnce(int nth) throws IOException {
        put(ITS_BOOKKEEPING, next(1));
        assertThat(answering(nth, GEOMETRY.blockOffset(3, 3)).findings())
                .containsExactly(RecoveryCase.J_MISPLACED);
    }

    /** The drive gives two wrong answers, then a right one. */
    @Test
    void isNotReportedWhereTheBookkeepingIsSeenAtLast() throws IOException {
        image.eraseCopy(SLOT, 1); // the only proof of the segment is the other copy
        put(GEOMETRY.blockOffset(3, 4), next(4));
        assertThat(answering(GEOMETRY.blockOffset(3, 4), GEOMETRY.blockOffset(3, 3)).findings())
                .isEmpty();
    }

    /** Answers the n-th read of the bookkeeping with another block. */
    private JournalFixture.Recording answering(int nth, long other) throws IOException {
        long[] answers = new long[nth];
        Arrays.fill(answers, ITS_BOOKKEEPING);
        answers[nth - 1] = other;
        return answering(answers);
    }

    /** Answers the reads of the bookkeeping with these blocks, one after the other. */
    private JournalFixture.Recording answering(long... answers) throws IOException {
        return JournalFixture.read(
                new ForwardingDevice(image.device()) {
                    private int reads;

                    @Override
                    public void read(long offset, ByteBuffer target) throws IOException {
                        boolean isGiven = offset == ITS_BOOKKEEPING && reads < answers.length;
                        super.read(isGiven ? answers[reads++] : offset, target);
                    }
                });
    }

    /**
     * Each start reports it, though the start opens segments and writes bookkeeping. In recovery,
     * even the segment with the head may be carried over.
     */
    @ParameterizedTest
    @EnumSource(
            value = SlotHeader.State.class,
            names = {"LIVE", "LIVE_SINCE_RECOVERY"})
    void isReportedByEachStart(SlotHeader.State state) throws IOException {
        for (int before = 0; before <= 1; before++) {
            image = ImageBuilder.formatted().bothCopies(slotHeader(SLOT, 2, 50, state));
            long offset = GEOMETRY.bookkeepingOffset(SLOT - before, before);
            put(offset, next(1));
            byte[] head = image.device().block(offset);
            ImageDevice device = image.device();
            for (int start = 1; start <= 2; start++) {
                device = crashedInRecovery(device, "of start " + start);
                assertThat(device.block(offset)).isEqualTo(head);
            }
        }
    }

    /** The head may also lie behind a segment of a recovery, which is then not carried over. */
    @Test
    void isReportedByEachStartWhereTheNextSlotIsHit() throws IOException {
        SlotHeader.State state = SlotHeader.State.LIVE_SINCE_RECOVERY;
        image.bothCopies(new SlotHeader(ImageBuilder.key(), 2, 60, EPOCH + 1, SLOT - 1, state, 7));
        image.record(SLOT - 1, inEpoch(header(60, 1, 1, 0), EPOCH + 1), "carried");
        put(BOOKKEEPING_BEFORE, inEpoch(header(60, 2, 2, 0), EPOCH + 1));
        ImageDevice device = image.device();
        for (int start = 1; start <= 2; start++)
            device =
                    crashedInRecovery(
                            device,
                            "of start " + start,
                            RecoveryCase.J_MISPLACED,
                            RecoveryCase.J_MISPLACED);
    }

    /**
     * The two segments belong to two runs that crashed in recovery. Neither is carried over: with
     * one carried over alone, the other would look damaged (seed 62 274 352).
     */
    @Test
    void isReportedByEachStartForBothSegmentsThatItConcerns() throws IOException {
        SlotHeader.State state = SlotHeader.State.LIVE_SINCE_RECOVERY;
        image = ImageBuilder.formatted().bothCopies(slotHeader(SLOT, 2, 50, state));
        image.record(SLOT, header(50, 1, 1, 0), "carried");
        image.bothCopies(new SlotHeader(ImageBuilder.key(), 2, 60, EPOCH + 1, SLOT + 1, state, 7));
        image.record(SLOT + 1, inEpoch(header(60, 1, 1, 0), EPOCH + 1), "behind");
        put(BOOKKEEPING_BEFORE, inEpoch(header(60, 2, 2, 0), EPOCH + 1));
        ImageDevice device = image.device();
        for (int start = 1; start <= 2; start++) {
            assertThat(JournalFixture.read(device).damages)
                    .extracting(Damage::segmentId)
                    .containsExactly(50L, 60L);
            device =
                    crashedInRecovery(
                            device,
                            "of start " + start,
                            RecoveryCase.J_MISPLACED,
                            RecoveryCase.J_MISPLACED);
        }
    }

    /** The head lies among records, in the slot that the later of two such runs opened. */
    @Test
    void isReportedByEachStartInTheSlotOfALaterSegment() throws IOException {
        SlotHeader.State state = SlotHeader.State.LIVE_SINCE_RECOVERY;
        image = ImageBuilder.formatted().bothCopies(slotHeader(SLOT, 2, 50, state));
        image.record(SLOT, header(50, 1, 1, 0), "one");
        image.bothCopies(new SlotHeader(ImageBuilder.key(), 2, 60, EPOCH + 1, SLOT + 1, state, 7));
        image.record(SLOT + 1, inEpoch(header(60, 1, 1, 0), EPOCH + 1), "two");
        put(GEOMETRY.blockOffset(SLOT + 1, 5), header(50, 2, 2, 0));
        ImageDevice device = image.device();
        for (int start = 1; start <= 2; start++)
            device =
                    crashedInRecovery(
                            device,
                            "of start " + start,
                            RecoveryCase.J_MISPLACED,
                            RecoveryCase.J_MISPLACED);
    }

    /** Heads in free slots are ignored, and a copy may be made there. */
    @Test
    void ofASegmentThatIsCarriedOverRefusesNoStartWhereItsCopyIsMade() throws IOException {
        SlotHeader.State state = SlotHeader.State.LIVE_SINCE_RECOVERY;
        image = ImageBuilder.formatted().bothCopies(slotHeader(SLOT, 2, 50, state));
        image.record(SLOT, header(50, 1, 1, 0), "one");
        put(GEOMETRY.blockOffset(SLOT, 2), withBody(header(50, 2, 2, 0), body("torn"), 1));
        for (int slot : new int[] {0, 2, 3})
            put(GEOMETRY.blockOffset(slot, 5), header(50, 3, 3, 0));
        ImageDevice device = image.device();
        for (int start = 1; start <= 2; start++) {
            try (Journal journal = JournalFixture.open(device)) {
                JournalFixture.Recording found = JournalFixture.replay(journal);
                assertThat(found.findings()).isEmpty();
                assertThat(found.texts()).containsExactly("one");
                device = device.copy();
            }
        }
    }

    private static ImageDevice crashedInRecovery(ImageDevice device, String entry)
            throws IOException {
        return crashedInRecovery(device, entry, RecoveryCase.J_MISPLACED);
    }

    /** Returns the content of the device after a start that reports the findings, and a crash. */
    private static ImageDevice crashedInRecovery(
            ImageDevice device, String entry, RecoveryCase... findings) throws IOException {
        try (Journal journal = JournalFixture.open(device)) {
            assertThat(JournalFixture.replay(journal).findings()).containsExactly(findings);
            JournalFixture.append(journal, entry);
            return device.copy();
        }
    }

    /** After recovery the head has no further use, and the bookkeeping has two copies again. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void isGoneOnceRecoveryHasEnded(int before) throws IOException {
        long offset = GEOMETRY.bookkeepingOffset(SLOT - before, before);
        put(offset, next(1));
        try (Journal journal = JournalFixture.open(image.device())) {
            journal.endRecovery();
            assertThat(JournalFixture.replay(journal).findings()).isEmpty();
        }
        assertThat(image.readCopy(SLOT - before, before))
                .isEqualTo(image.readCopy(SLOT - before, 1 - before));
        assertThat(findings()).isEmpty();
    }

    /** A crash may corrupt the block being written, and the other copy is the only intact one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void isWrittenOverBeforeTheCopyThatIsIntact(int copy) throws IOException {
        put(GEOMETRY.bookkeepingOffset(SLOT, copy), header(50, 1, 1, 0));
        List<Long> offsets = new ArrayList<>();
        SlotTable slots =
                SlotTable.read(writesOf(image.device(), offsets), ImageBuilder.superblock());
        slots.set(SLOT, SlotHeader.State.FREE);
        assertThat(offsets)
                .containsExactly(
                        GEOMETRY.bookkeepingOffset(SLOT, copy),
                        GEOMETRY.bookkeepingOffset(SLOT, 1 - copy));
        assertThat(slots.misplaced()).isEmpty();
        assertThat(slots.holdsMisplaced(SLOT)).isFalse();
    }

    private static BlockDevice writesOf(ImageDevice device, List<Long> offsets) {
        return new ForwardingDevice(device) {
            @Override
            public void write(long offset, ByteBuffer source) throws IOException {
                offsets.add(offset);
                super.write(offset, source);
            }
        };
    }

    /**
     * No live segment can have lost anything by it. It is a damaged copy like any other, and is
     * repaired before the intact copy is written.
     */
    @Test
    void ofACopyThatDoesNotCountIsForgotten() throws IOException {
        SlotHeader carrying =
                new SlotHeader(
                        ImageBuilder.key(), 2, 60, EPOCH + 1, 2, SlotHeader.State.CARRYING, 7);
        image.bothCopies(slotHeader(SLOT, 2, 50, SlotHeader.State.LIVE_SINCE_RECOVERY));
        image.bothCopies(carrying);
        put(GEOMETRY.bookkeepingOffset(2, 1), inEpoch(header(60, 1, 1, 0), EPOCH + 1));
        List<Long> offsets = new ArrayList<>();
        SlotTable slots =
                SlotTable.read(writesOf(image.device(), offsets), ImageBuilder.superblock());
        assertThat(slots.misplaced()).isEmpty();
        slots.update(ImageBuilder.superblock().inEpoch(EPOCH + 2, 100));
        assertThat(offsets)
                .startsWith(GEOMETRY.bookkeepingOffset(2, 1), GEOMETRY.bookkeepingOffset(2, 0));
        assertThat(findings()).isEmpty();
    }

    /** Its slot is opened last, but it is opened. */
    @Test
    void inAFreeSlotKeepsItFreeForAsLongAsThereAreOthers() throws IOException {
        put(BOOKKEEPING_BEFORE, next(1));
        SlotTable slots = image.slots();
        List<Integer> opened = new ArrayList<>();
        for (int i = 1; i < SLOTS; i++)
            opened.add(slots.open(60 + i, SlotHeader.State.LIVE_SINCE_RECOVERY, 7, 0).slot());
        assertThat(opened).containsExactly(2, 3, SLOT - 1);
        assertThat(slots.misplaced()).isEmpty();
    }

    /** A start repairs other damaged copies, but not the one with the head. */
    @Test
    void staysThoughOtherCopiesAreMended() throws IOException {
        image.eraseCopy(2, 0);
        put(ITS_BOOKKEEPING, next(1));
        byte[] head = image.device().block(ITS_BOOKKEEPING);
        SlotTable slots = image.slots();
        slots.update(ImageBuilder.superblock().inEpoch(EPOCH + 1, 100));
        assertThat(image.readCopy(2, 0)).isEqualTo(image.readCopy(2, 1));
        assertThat(image.device().block(ITS_BOOKKEEPING)).isEqualTo(head);
        slots.setOpened(SlotHeader.State.LIVE_SINCE_RECOVERY);
        assertThat(image.device().block(ITS_BOOKKEEPING)).isEqualTo(head);
        slots.setOpened(SlotHeader.State.LIVE);
        assertThat(image.readCopy(SLOT, 0)).isEqualTo(image.readCopy(SLOT, 1));
    }

    @Test
    void ofAnotherJournalIsNothing() throws IOException {
        RecordHeader own = next(1);
        RecordHeader other =
                new RecordHeader(
                        own.key() + 1,
                        own.segmentId(),
                        own.epoch(),
                        own.sequence(),
                        own.firstSequence(),
                        own.watermark(),
                        own.block(),
                        own.startOffset(),
                        own.bodyBytes(),
                        own.entries(),
                        own.bodyCrc(),
                        own.kind());
        put(ITS_BOOKKEEPING, other);
        put(GEOMETRY.blockOffset(SLOT, 3), other);
        assertThat(findings()).isEmpty();
        assertThat(image.slots().misplaced()).isEmpty();
    }
}
