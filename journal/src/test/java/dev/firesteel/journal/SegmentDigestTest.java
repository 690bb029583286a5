// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SegmentDigestTest {
    private final SegmentDigest survey = new SegmentDigest();
    private final List<SlotHeader> segments = new ArrayList<>();

    private SlotHeader segment(long epoch, String... records) {
        long id = segments.size() + 1L;
        SlotHeader segment =
                new SlotHeader(1, 2, id, epoch, (int) id, SlotHeader.State.LIVE_SINCE_RECOVERY, 0);
        SegmentInfo info = info(id);
        for (String record : records) survey.record(info, 28, 1, JournalFixture.bytes(record));
        survey.record(info, 28, 0, JournalFixture.bytes("")); // a heartbeat
        segments.add(segment);
        return segment;
    }

    private static SegmentInfo info(long id) {
        return new SegmentInfo(id, (int) id, 0, true, 0, 0, 0, 0);
    }

    private void broken(SlotHeader segment, String record) {
        ByteBuffer body = JournalFixture.bytes(record);
        int crc = Crc32c.of(body, 0, body.limit());
        RecordHeader header =
                new RecordHeader(
                        1,
                        segment.segmentId(),
                        segment.epoch(),
                        2,
                        1,
                        0,
                        2,
                        28,
                        body.limit(),
                        1,
                        crc,
                        RecordHeader.Kind.ENTRIES);
        survey.broken(info(segment.segmentId()), header);
    }

    private void damaged(SlotHeader segment, RecoveryCase finding) {
        survey.damage(new Damage(segment.segmentId(), 0, 0, finding, ""));
    }

    @Test
    void ofAnEpochThatIsDamagedNothingIsCopied() {
        SlotHeader first = segment(1, "a");
        segment(2, "b");
        SlotHeader damaged = segment(2, "c");
        damaged(damaged, RecoveryCase.B_DAMAGED_BODY);
        SlotHeader last = segment(3, "d");
        assertThat(survey.toCopy(segments, new Geometry(512, 8 * 512), 2))
                .containsExactly(first, last);
    }

    /** Originals and copies may take all slots: with both kept, no node could start. */
    @Test
    void copiesOfWhichABodyIsDamagedAreNotNeededWhileTheOriginalsAreWhole() {
        segment(1, "a", "b");
        segment(1, "c");
        SlotHeader copies = segment(2, "a");
        broken(copies, "b");
        damaged(copies, RecoveryCase.B_DAMAGED_BODY);
        assertThat(survey.redundant(segments, true)).containsExactly(copies);
        SlotHeader more = segment(2, "c");
        assertThat(survey.redundant(segments, true)).containsExactly(copies, more);
    }

    @Test
    void damagedCopiesAreKeptThatHoldMoreThanTheOriginals() {
        segment(1, "a");
        SlotHeader copies = segment(2, "a");
        broken(copies, "new");
        damaged(copies, RecoveryCase.B_DAMAGED_BODY);
        assertThat(survey.redundant(segments, true)).isEmpty();
    }

    @Test
    void damagedCopiesAreKeptWhoseOriginalsAreDamaged() {
        SlotHeader original = segment(1);
        SlotHeader copy = segment(2);
        for (SlotHeader each : segments) {
            broken(each, "a");
            damaged(each, RecoveryCase.B_DAMAGED_BODY);
        }
        assertThat(survey.redundant(List.of(original, copy), true)).isEmpty();
    }

    @Test
    void damagedOriginalsAreNotNeededWhereTheCopiesAreWhole() {
        SlotHeader original = segment(1, "a");
        broken(original, "b");
        damaged(original, RecoveryCase.B_DAMAGED_BODY);
        segment(2, "a", "b", "new");
        assertThat(survey.redundant(segments, true)).containsExactly(original);
    }

    /** The damaged segment could not be copied and stays; the others were copied. */
    @Test
    void whatWasDamagedBeforeTheCarryOverDoesNotHideTheOthers() {
        SlotHeader first = segment(1, "a");
        SlotHeader damaged = segment(2, "b");
        broken(damaged, "c");
        damaged(damaged, RecoveryCase.B_DAMAGED_BODY);
        SlotHeader third = segment(3, "d");
        segment(4, "a", "d");
        assertThat(survey.redundant(segments, true)).containsExactly(first, third);
    }

    /** The records of the hole may exist nowhere else. */
    @ParameterizedTest
    @EnumSource(names = {"D_DAMAGED_HOLE", "F_DAMAGED_TAIL", "I_UNREADABLE"})
    void anEpochWithAHoleIsKeptAndIsNobodysCopy(RecoveryCase finding) {
        segment(1, "a");
        damaged(segment(2, "a"), finding);
        assertThat(survey.redundant(segments, true)).isEmpty();
    }

    /** A torn record was never acknowledged, and is not copied. */
    @Test
    void aTornRecordIsNotMissedInTheCopies() {
        SlotHeader original = segment(1, "a");
        broken(original, "torn");
        segment(2, "a");
        assertThat(survey.redundant(segments, true)).containsExactly(original);
    }

    /** The later epoch may hold an entry of its own that happens to be equal. */
    @Test
    void whatIsWholeIsNoCopyOfWhatCameBefore() {
        segment(1, "a", "b");
        segment(2, "a");
        assertThat(survey.redundant(segments, true)).isEmpty();
    }

    @Test
    void whereThereIsRoomWhatIsDamagedStays() {
        SlotHeader original = segment(1);
        broken(original, "a");
        damaged(original, RecoveryCase.B_DAMAGED_BODY);
        segment(2, "a");
        SlotHeader copy = segment(3);
        broken(copy, "a");
        damaged(copy, RecoveryCase.B_DAMAGED_BODY);
        assertThat(survey.redundant(segments, false)).isEmpty();
        assertThat(survey.redundant(segments, true)).containsExactly(original, copy);
    }

    @Test
    void anOriginalWithAHoleIsKeptThoughTheRestStandsInTheCopies() {
        damaged(segment(1, "a"), RecoveryCase.D_DAMAGED_HOLE);
        segment(2, "a", "b");
        assertThat(survey.redundant(segments, true)).isEmpty();
    }

    @Test
    void aHoleInTheSecondSegmentCountsForTheEpoch() {
        segment(1, "a", "b", "c");
        segment(2, "a");
        damaged(segment(2, "b"), RecoveryCase.D_DAMAGED_HOLE);
        assertThat(survey.redundant(segments, true)).isEmpty();
    }

    /** A slot that is freed twice would be given to two segments. */
    @Test
    void nothingIsNamedTwice() {
        SlotHeader first = segment(1);
        SlotHeader second = segment(2);
        segment(3);
        assertThat(survey.redundant(segments, true)).containsExactly(first, second);
    }

    @Test
    void damagedCopiesAreNobodysOriginals() {
        SlotHeader original = segment(1, "a", "b");
        SlotHeader copies = segment(2, "a");
        damaged(copies, RecoveryCase.B_DAMAGED_BODY);
        segment(3, "a", "b", "c");
        assertThat(survey.redundant(segments, true)).containsExactlyInAnyOrder(original, copies);
    }

    @Test
    void damagedCopiesOfTheNewestEpochsThatFitAreRecognised() {
        segment(1, "stays");
        segment(2, "a", "b");
        SlotHeader copies = segment(3, "a");
        damaged(copies, RecoveryCase.B_DAMAGED_BODY);
        assertThat(survey.redundant(segments, true)).containsExactly(copies);
    }

    @Test
    void whatALaterEpochBeginsWithNeedsNoCopy() {
        SlotHeader first = segment(1, "a", "b");
        SlotHeader second = segment(1, "c");
        segment(2, "a");
        segment(2, "b", "c", "new");
        assertThat(survey.redundant(segments, true)).containsExactly(first, second);
    }

    /** When there was no room to copy everything, older segments stay. */
    @Test
    void anEarlierEpochThatWasNotCarriedOverDoesNotHideTheOthers() {
        segment(1, "stays");
        SlotHeader second = segment(2, "a", "b");
        segment(3, "a", "b", "c");
        assertThat(survey.redundant(segments, true)).containsExactly(second);
    }

    @Test
    void whatALaterEpochHoldsElsewhereThanAtItsBeginningIsNeeded() {
        segment(1, "a", "b");
        segment(2, "x", "a", "b");
        assertThat(survey.redundant(segments, true)).isEmpty();
    }

    @Test
    void theSameRecordsInAnotherOrderAreNoCopies() {
        segment(1, "a", "b");
        segment(2, "b", "a");
        assertThat(survey.redundant(segments, true)).isEmpty();
    }

    @Test
    void onlyWhatLiesBetweenPositionAndLimitIsARecordsContent() {
        SlotHeader first = segment(1, "same");
        SlotHeader second = segment(2);
        ByteBuffer piece = JournalFixture.bytes("before same behind").position(7).limit(11);
        survey.record(info(second.segmentId()), 28, 1, piece);
        assertThat(survey.redundant(segments, true)).containsExactly(first);
    }

    @Test
    void copiesOfCopiesAreFound() {
        SlotHeader first = segment(1, "a");
        SlotHeader second = segment(2, "a", "b");
        SlotHeader third = segment(3, "a", "b");
        segment(4, "a", "b", "c");
        assertThat(survey.redundant(segments, true)).containsExactly(first, second, third);
    }

    @Test
    void ofAnEmptySegmentNothingIsNeeded() {
        SlotHeader empty = segment(1);
        segment(2, "a");
        assertThat(survey.redundant(segments, true)).containsExactly(empty);
    }

    @Test
    void theNewestEpochsAreCopiedThatThereIsRoomFor() {
        Geometry geometry = new Geometry(512, 8 * 512); // five blocks of records in each
        segment(1, "a".repeat(1_900));
        SlotHeader second = segment(2, "b".repeat(1_000));
        SlotHeader third = segment(2, "c");
        SlotHeader fourth = segment(3, "d");
        assertThat(survey.toCopy(segments, geometry, 2)).isEqualTo(segments);
        assertThat(survey.toCopy(segments, geometry, 1)).containsExactly(second, third, fourth);
        assertThat(survey.toCopy(segments, geometry, 0)).isEmpty();
        assertThat(survey.toCopy(List.of(), geometry, 0)).isEmpty();
    }

    /** Each segment has five blocks of records, and a sixth for the end record. */
    @Test
    void aCopyTakesWholeBlocksWithItsHeaderAndNoneOfTheEndRecords() {
        Geometry geometry = new Geometry(512, 8 * 512);
        String whole = "x".repeat(512 - RecordHeader.BYTES);
        segment(1, whole, whole, whole, whole, whole);
        assertThat(survey.toCopy(segments, geometry, 1)).isEqualTo(segments);
        SlotHeader second = segment(2, "one more");
        assertThat(survey.toCopy(segments, geometry, 1)).containsExactly(second);
        SlotHeader third = segment(3, whole + "x", whole + "x", "y");
        assertThat(survey.toCopy(segments, geometry, 1)).containsExactly(third);
    }

    @Test
    void theLastEpochIsNeeded() {
        segment(1, "a");
        assertThat(survey.redundant(segments, true)).isEmpty();
    }
}
