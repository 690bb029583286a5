// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurveyTest {
    private final Survey survey = new Survey();
    private final List<Bookkeeping> segments = new ArrayList<>();

    private Bookkeeping segment(long epoch, String... records) {
        long id = segments.size() + 1L;
        Bookkeeping segment =
                new Bookkeeping(
                        1, 2, id, epoch, (int) id, Bookkeeping.State.LIVE_SINCE_RECOVERY, 0);
        SegmentInfo info = info(id);
        for (String record : records) survey.record(info, 28, 1, JournalFixture.bytes(record));
        survey.record(info, 28, 0, JournalFixture.bytes("")); // a heartbeat
        segments.add(segment);
        return segment;
    }

    private static SegmentInfo info(long id) {
        return new SegmentInfo(id, (int) id, 0, true, 0, 0, 0);
    }

    @Test
    void damageIsRemembered() {
        Bookkeeping first = segment(1);
        Bookkeeping second = segment(1);
        survey.damage(new Damage(2, 0, 0, Finding.B_DAMAGED_BODY, ""));
        assertThat(survey.isDamaged(first)).isFalse();
        assertThat(survey.isDamaged(second)).isTrue();
    }

    @Test
    void whatALaterEpochBeginsWithNeedsNoCopy() {
        Bookkeeping first = segment(1, "a", "b");
        Bookkeeping second = segment(1, "c");
        segment(2, "a");
        segment(2, "b", "c", "new");
        assertThat(survey.carriedOverBefore(segments)).containsExactly(first, second);
    }

    /** Where there was no room to copy everything, what is older stays where it is. */
    @Test
    void anEarlierEpochThatWasNotCarriedOverDoesNotHideTheOthers() {
        segment(1, "stays");
        Bookkeeping second = segment(2, "a", "b");
        segment(3, "a", "b", "c");
        assertThat(survey.carriedOverBefore(segments)).containsExactly(second);
    }

    @Test
    void whatALaterEpochHoldsInPartIsNeeded() {
        segment(1, "a", "b");
        segment(2, "a");
        segment(3, "x", "a", "b");
        assertThat(survey.carriedOverBefore(segments)).isEmpty();
    }

    @Test
    void theSameRecordsInAnotherOrderAreNoCopies() {
        segment(1, "a", "b");
        segment(2, "b", "a");
        assertThat(survey.carriedOverBefore(segments)).isEmpty();
    }

    @Test
    void onlyWhatLiesBetweenPositionAndLimitIsARecordsContent() {
        Bookkeeping first = segment(1, "same");
        Bookkeeping second = segment(2);
        ByteBuffer piece = JournalFixture.bytes("before same behind").position(7).limit(11);
        survey.record(info(second.segmentId()), 28, 1, piece);
        assertThat(survey.carriedOverBefore(segments)).containsExactly(first);
    }

    @Test
    void copiesOfCopiesAreFound() {
        Bookkeeping first = segment(1, "a");
        Bookkeeping second = segment(2, "a", "b");
        Bookkeeping third = segment(3, "a", "b");
        segment(4, "a", "b", "c");
        assertThat(survey.carriedOverBefore(segments)).containsExactly(first, second, third);
    }

    @Test
    void ofAnEmptySegmentNothingIsNeeded() {
        Bookkeeping empty = segment(1);
        segment(2, "a");
        assertThat(survey.carriedOverBefore(segments)).containsExactly(empty);
    }

    @Test
    void theNewestEpochsAreCopiedThatThereIsRoomFor() {
        Geometry geometry = new Geometry(512, 8 * 512); // five blocks of records in each
        segment(1, "a".repeat(1_900));
        Bookkeeping second = segment(2, "b".repeat(1_000));
        Bookkeeping third = segment(2, "c");
        Bookkeeping fourth = segment(3, "d");
        assertThat(survey.newestThatFit(segments, geometry, 2)).isEqualTo(segments);
        assertThat(survey.newestThatFit(segments, geometry, 1))
                .containsExactly(second, third, fourth);
        assertThat(survey.newestThatFit(segments, geometry, 0)).isEmpty();
        assertThat(survey.newestThatFit(List.of(), geometry, 0)).isEmpty();
    }

    /** Five blocks of records in each segment, and the sixth is for the end record. */
    @Test
    void aCopyTakesWholeBlocksWithItsHeaderAndNoneOfTheEndRecords() {
        Geometry geometry = new Geometry(512, 8 * 512);
        String whole = "x".repeat(512 - RecordHeader.BYTES);
        segment(1, whole, whole, whole, whole, whole);
        assertThat(survey.newestThatFit(segments, geometry, 1)).isEqualTo(segments);
        Bookkeeping second = segment(2, "one more");
        assertThat(survey.newestThatFit(segments, geometry, 1)).containsExactly(second);
        Bookkeeping third = segment(3, whole + "x", whole + "x", "y");
        assertThat(survey.newestThatFit(segments, geometry, 1)).containsExactly(third);
    }

    @Test
    void theLastEpochIsNeeded() {
        segment(1, "a");
        assertThat(survey.carriedOverBefore(segments)).isEmpty();
    }
}
