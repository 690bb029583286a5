// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.ImageBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.RecordHeader.Kind;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the counts of a replay, the places of its entries, and the comparison of segments of one
 * epoch.
 */
class ReplaySummaryTest {
    private ImageBuilder image = new ImageBuilder();

    @BeforeEach
    void format() throws IOException {
        image = ImageBuilder.formatted();
    }

    private ReplaySummary summary() throws IOException {
        return JournalReader.read(image.device(), null, new JournalFixture.Recording());
    }

    private ImageBuilder record(int slot, long segmentId, int block, long sequence, long first)
            throws IOException {
        RecordHeader header = header(segmentId, block, sequence, first, sequence - 1, Kind.ENTRIES);
        return image.record(slot, header, "record " + sequence);
    }

    @Test
    void anEntryOrDamageIsContent() {
        assertThat(new ReplaySummary(1, 1, 0, 0, 1, 0).isEmpty()).isTrue();
        assertThat(new ReplaySummary(1, 1, 1, 4, 0, 0).isEmpty()).isFalse();
        assertThat(new ReplaySummary(1, 0, 0, 0, 0, 1).isEmpty()).isFalse();
    }

    @Test
    void segmentsRecordsEntriesAndBytesAreCounted() throws IOException {
        image.live(0, 50).live(1, 51);
        image.record(0, header(50, 1, 1, 0), "a", "bcd");
        image.record(0, header(50, 2, 2, 1), "ef");
        assertThat(summary()).isEqualTo(new ReplaySummary(2, 2, 3, 6, 0, 0));
    }

    @Test
    void entriesOfARecordFollowEachOtherFromItsStartOffset() throws IOException {
        image.live(2, 50).record(2, header(50, 1, 1, 0), "a", "bcd");
        assertThat(image.read().entries)
                .containsExactly(
                        new JournalFixture.Replayed(50, 28, 28 + 12 + 1, "a"),
                        new JournalFixture.Replayed(50, 41, 41 + 12 + 3, "bcd"));
    }

    @Test
    void aTornBodyAndATornHoleAreCountedAndAnEndIsNot() throws IOException {
        image.live(0, 50);
        record(0, 50, 1, 1, 1);
        image.record(0, header(50, 3, 3, 1, 0, Kind.ENTRIES), "behind a hole");
        image.record(0, header(50, 4, 4, 1, 0, Kind.ENTRIES), "torn");
        image.device()
                        .content()[
                        (int) ImageBuilder.GEOMETRY.blockOffset(0, 4) + RecordHeader.BYTES + 5] ^=
                1;
        assertThat(summary()).isEqualTo(new ReplaySummary(1, 2, 2, 21, 2, 0));
    }

    @Test
    void damagesAreCountedAndTold() throws IOException {
        image.live(0, 50).eraseCopy(1, 0).eraseCopy(1, 1);
        record(0, 50, 1, 1, 1);
        record(0, 50, 3, 3, 1);
        assertThat(summary().damages()).isEqualTo(2);
        assertThat(image.read().damages)
                .extracting(Damage::description)
                .containsExactly(
                        "neither copy of the metadata of slot 1 is readable and as new as the"
                                + " slot's content",
                        "record 2 of epoch 3 is missing between intact records, though everything up"
                                + " to record 2 was durable");
        Damage hole = image.read().damages.get(1);
        assertThat(hole.segmentId()).isEqualTo(50);
        assertThat(hole.slot()).isZero();
        assertThat(hole.deviceOffset()).isEqualTo(ImageBuilder.GEOMETRY.blockOffset(0, 2));
    }

    @Test
    void theTailOfASegmentThatWasLeftIsMissed() throws IOException {
        image.live(0, 50).live(1, 51);
        record(0, 50, 1, 1, 1);
        record(1, 51, 1, 4, 4);
        assertThat(image.read().damages)
                .extracting(Damage::finding, Damage::description)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                RecoveryCase.F_DAMAGED_TAIL,
                                "record 2 of epoch 3 is missing at the end of what can be read,"
                                        + " though everything up to record 3 was durable"));
    }

    @Test
    void aSegmentWithItsEndRecordLacksNothing() throws IOException {
        image.live(0, 50).live(1, 51);
        record(0, 50, 1, 1, 1);
        image.record(0, header(50, 2, 2, 1, 1, Kind.END));
        record(1, 51, 1, 3, 3);
        assertThat(image.read().damages).isEmpty();
    }

    /**
     * Arguments: the first sequence of the next segment, the durable watermark, the number of
     * damages.
     */
    @ParameterizedTest
    @CsvSource({"4, 3, 1", "4, 2, 0"})
    void aSilentSegmentIsMissedOnlyIfItsRecordsWereDurable(long next, long durable, int damages)
            throws IOException {
        image.live(0, 50).live(1, 51);
        image.record(1, header(51, 1, next, next, durable, Kind.ENTRIES), "x");
        assertThat(image.read().damages).hasSize(damages);
        if (damages > 0) {
            Damage damage = image.read().damages.get(0);
            assertThat(damage.segmentId()).isEqualTo(50);
            assertThat(damage.finding()).isEqualTo(RecoveryCase.F_DAMAGED_TAIL);
            assertThat(damage.deviceOffset())
                    .isEqualTo(ImageBuilder.GEOMETRY.blockOffset(0, Geometry.FIRST_BLOCK));
        }
    }

    @Test
    void aSilentSegmentIsMissedOnceAndEverySilentOneIs() throws IOException {
        image.live(0, 50).live(1, 51).live(2, 52).live(3, 53);
        record(2, 52, 1, 4, 4);
        image.record(2, header(52, 2, 5, 4, 4, Kind.END));
        record(3, 53, 1, 6, 6);
        assertThat(image.read().damages).extracting(Damage::segmentId).containsExactly(50L, 51L);
    }

    @Test
    void aSilentSegmentOfAnotherEpochIsTheUnusedLastOneOfItsRun() throws IOException {
        image.bothCopies(
                new SlotHeader(
                        ImageBuilder.key(),
                        2,
                        49,
                        ImageBuilder.EPOCH - 1,
                        0,
                        SlotHeader.State.LIVE,
                        0));
        image.live(1, 51);
        record(1, 51, 1, 4, 4);
        assertThat(image.read().damages).isEmpty();
    }

    @Test
    void anUnreadableBlockIsNamed() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = JournalFixture.open(device)) {
            JournalFixture.append(journal, "x");
        }
        Geometry geometry = new Geometry(512, JournalFixture.SEGMENT_BYTES);
        device.makeUnreadable(geometry.blockOffset(0, 20));
        Damage damage = JournalFixture.read(device).damages.get(0);
        assertThat(damage.finding()).isEqualTo(RecoveryCase.I_UNREADABLE);
        assertThat(damage.deviceOffset()).isEqualTo(geometry.blockOffset(0, 20));
        assertThat(damage.description())
                .isEqualTo("memory: read error at " + geometry.blockOffset(0, 20));
    }

    @ParameterizedTest
    @CsvSource({
        "A_INTACT, false",
        "B_DAMAGED_BODY, true",
        "C_TORN_BODY, false",
        "D_DAMAGED_HOLE, true",
        "E_TORN_HOLE, false",
        "F_DAMAGED_TAIL, true",
        "G_END, false",
        "H_DAMAGED_BOOKKEEPING, true",
        "I_UNREADABLE, true"
    })
    void onlyWhatWasAcknowledgedIsDamage(RecoveryCase finding, boolean damage) {
        assertThat(finding.isDamage()).isEqualTo(damage);
    }

    // ---- segments left by a run that crashed in recovery

    private ImageBuilder leftInRecovery() throws IOException {
        image.bothCopies(ImageBuilder.slotHeader(1, 2, 50, SlotHeader.State.LIVE_SINCE_RECOVERY));
        image.record(1, header(50, 1, 1, 0), "a", "bcd");
        return image.record(1, header(50, 2, 2, 1, 1, Kind.HEARTBEAT));
    }

    @Test
    void whatWasWrittenInRecoveryIsCarriedOverInOrder() throws IOException {
        ImageDevice device = leftInRecovery().device();
        try (Journal journal = JournalFixture.open(device)) {
            JournalFixture.Recording recording = JournalFixture.replay(journal);
            assertThat(recording.texts()).containsExactly("a", "bcd");
            assertThat(recording.entries.get(0).segmentId()).isGreaterThan(50);
        }
        assertThat(JournalFixture.read(device).texts()).containsExactly("a", "bcd");
        assertThat(image.readCopy(1, 0).state()).isEqualTo(SlotHeader.State.FREE);
    }

    @Test
    void damageThatShowsWhileItIsCarriedOverEndsTheStartAndLeavesTheOriginals() throws IOException {
        ImageDevice device = leftInRecovery().device();
        FailingDevice rotting = new FailingDevice(device);
        long body = ImageBuilder.GEOMETRY.blockOffset(1, 1) + RecordHeader.BYTES + 5;
        rotting.rotAfterReads(body, 2); // at the search, and at the verdict
        assertThatThrownBy(() -> JournalFixture.open(rotting))
                .isInstanceOf(JournalException.class)
                .hasMessageStartingWith(
                        "damage that an earlier read of this start has not found: record 1");
        assertThat(image.readCopy(1, 0).state()).isEqualTo(SlotHeader.State.LIVE_SINCE_RECOVERY);
        assertThat(JournalFixture.read(device).findings())
                .containsExactly(RecoveryCase.B_DAMAGED_BODY);
    }
}
