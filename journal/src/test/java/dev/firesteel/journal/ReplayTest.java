// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.read;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the rows of the decision table. The journal under test holds five records of one block each
 * in slot 0, blocks 1 to 5, and then a heartbeat. Records up to 5 are known to be durable.
 */
class ReplayTest {
    private static final Geometry GEOMETRY =
            new Geometry(JournalFixture.BLOCK_BYTES, JournalFixture.SEGMENT_BYTES);
    private static final int BODY = RecordHeader.BYTES + RecordHeader.ENTRY_PREFIX_BYTES;

    private FaultyBlockDevice device = new FaultyBlockDevice(512, 0, false, 0);

    @BeforeEach
    void writeFiveRecordsAndAHeartbeat() throws IOException {
        device = fiveRecords();
    }

    private static FaultyBlockDevice fiveRecords() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            for (int i = 1; i <= 5; i++) append(journal, "entry " + i);
        }
        return device;
    }

    private static long block(int block) {
        return GEOMETRY.blockOffset(0, block);
    }

    @Test
    void aIntactRecordsAreReplayed() throws IOException {
        JournalFixture.Recording recording = read(device);
        assertThat(recording.texts())
                .containsExactly("entry 1", "entry 2", "entry 3", "entry 4", "entry 5");
        assertThat(recording.findings()).isEmpty();
    }

    /** Of a broken body, only the header's fields are left. */
    @Test
    void aBrokenBodyIsHandedOnWithItsHeader() throws IOException {
        device.rot(block(3) + BODY, 0);
        Superblock superblock = Superblocks.read(device).superblock();
        List<Long> broken = new ArrayList<>();
        Replay.RecordHandler handler =
                new Replay.RecordHandler() {
                    @Override
                    public void record(
                            SegmentInfo segment, int startOffset, int count, ByteBuffer entries) {}

                    @Override
                    public void broken(SegmentInfo segment, RecordHeader header) {
                        broken.add(header.sequence());
                    }

                    @Override
                    public void damage(Damage damage) {}
                };
        new Replay(device, superblock, null, handler)
                .run(
                        SlotTable.read(device, superblock).live(),
                        List.of(),
                        new ReplayContext(List.of(), List.of()));
        assertThat(broken).containsExactly(3L);
    }

    @Test
    void bABrokenBodyBelowTheWatermarkIsDamage() throws IOException {
        device.rot(block(3) + BODY, 0);
        JournalFixture.Recording recording = read(device);
        assertThat(recording.findings()).containsExactly(RecoveryCase.B_DAMAGED_BODY);
        assertThat(recording.damages.get(0).deviceOffset()).isEqualTo(block(3));
        assertThat(recording.damages.get(0).description()).contains("record 3");
        assertThat(recording.texts()).containsExactly("entry 1", "entry 2", "entry 4", "entry 5");
    }

    @Test
    void cABrokenBodyAboveTheWatermarkIsTorn() throws IOException {
        device.erase(block(6)); // the heartbeat: now the watermark is 4
        device.rot(block(5) + BODY, 0);
        JournalFixture.Recording recording = read(device);
        assertThat(recording.findings()).isEmpty();
        assertThat(recording.texts()).hasSize(4);
    }

    @Test
    void dAHoleBelowTheWatermarkIsDamage() throws IOException {
        device.erase(block(2));
        JournalFixture.Recording recording = read(device);
        assertThat(recording.findings()).containsExactly(RecoveryCase.D_DAMAGED_HOLE);
        assertThat(recording.damages.get(0).deviceOffset()).isEqualTo(block(2));
        assertThat(recording.texts()).hasSize(4);
    }

    @Test
    void eAHoleAboveTheWatermarkIsTornAndWhatIsBehindItIsReplayed() throws IOException {
        for (int i = 3; i <= 6; i++) lowerWatermark(i, 2);
        device.erase(block(3));
        device.erase(block(6));
        JournalFixture.Recording recording = read(device);
        assertThat(recording.findings()).isEmpty();
        assertThat(recording.texts()).containsExactly("entry 1", "entry 2", "entry 4", "entry 5");
    }

    /** Lowers the watermark, as if the records from 3 on had been in flight together. */
    private void lowerWatermark(int block, long watermark) throws IOException {
        var buffer = Superblocks.aligned(512, 512);
        device.read(block(block), buffer);
        RecordHeader header = requireNonNull(RecordHeader.decode(buffer, 0));
        new RecordHeader(
                        header.key(),
                        header.segmentId(),
                        header.epoch(),
                        header.sequence(),
                        header.firstSequence(),
                        watermark,
                        header.block(),
                        header.startOffset(),
                        header.bodyBytes(),
                        header.entries(),
                        header.bodyCrc(),
                        header.kind())
                .encode(buffer, 0);
        device.write(block(block), buffer.clear().limit(512));
    }

    @Test
    void fAMissingTailBelowTheWatermarkIsDamage() throws IOException {
        device = twoSegments();
        device.erase(block(2));
        device.erase(block(3)); // the end record
        JournalFixture.Recording recording = read(device);
        assertThat(recording.findings()).containsExactly(RecoveryCase.F_DAMAGED_TAIL);
        assertThat(recording.texts()).containsExactly("entry 1", "entry 3");
    }

    @Test
    void fASegmentWithoutAnyRecordBeforeOneWithRecordsIsDamage() throws IOException {
        device = twoSegments();
        for (int i = 1; i <= 3; i++) device.erase(block(i));
        assertThat(read(device).findings()).containsExactly(RecoveryCase.F_DAMAGED_TAIL);
    }

    private static FaultyBlockDevice twoSegments() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            append(journal, "entry 1");
            append(journal, "entry 2");
            journal.roll(0);
            append(journal, "entry 3");
        }
        return device;
    }

    @Test
    void gAMissingTailAboveTheWatermarkIsTheEnd() throws IOException {
        device.erase(block(6));
        device.erase(block(5));
        JournalFixture.Recording recording = read(device);
        assertThat(recording.findings()).isEmpty();
        assertThat(recording.texts()).hasSize(4);
    }

    @Test
    void hUnreadableBookkeepingInBothCopiesIsDamageAndInOneIsNot() throws IOException {
        device.rot(GEOMETRY.bookkeepingOffset(0, 0) + 20, 1);
        assertThat(read(device).texts()).hasSize(5);
        assertThat(read(device).findings()).isEmpty();
        device.rot(GEOMETRY.bookkeepingOffset(0, 1) + 20, 1);
        assertThat(read(device).findings()).containsExactly(RecoveryCase.H_DAMAGED_BOOKKEEPING);
    }

    @Test
    void iABlockThatCannotBeReadIsDamageAndSparesItsNeighbours() throws IOException {
        device.makeUnreadable(block(2));
        JournalFixture.Recording recording = read(device);
        assertThat(recording.findings())
                .containsExactly(RecoveryCase.I_UNREADABLE, RecoveryCase.D_DAMAGED_HOLE);
        assertThat(recording.texts()).containsExactly("entry 1", "entry 3", "entry 4", "entry 5");
    }

    @Test
    void jARecordThatLandedOnAnotherIsNotTakenForIt() throws IOException {
        device.misdirect(block(2), block(4));
        JournalFixture.Recording recording = read(device);
        assertThat(recording.findings())
                .containsExactly(RecoveryCase.J_MISPLACED, RecoveryCase.D_DAMAGED_HOLE);
        assertThat(recording.texts()).containsExactly("entry 1", "entry 2", "entry 3", "entry 5");
    }

    @Test
    void recordsOfAnEarlierLapAreNotReplayed() throws IOException {
        device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            for (int lap = 0; lap < 20; lap++) {
                for (int i = 0; i < 5; i++) append(journal, "stale");
                long segment = journal.position().segmentId();
                journal.roll(0);
                journal.release(segment);
            }
            append(journal, "fresh");
        }
        JournalFixture.Recording recording = read(device);
        assertThat(recording.texts()).containsExactly("fresh");
        assertThat(recording.findings()).isEmpty();
    }

    @Test
    void everyFlippedBitOutsideThePaddingIsReportedOrHarmless() throws IOException {
        List<String> all = read(device).texts();
        List<String> silent = new ArrayList<>();
        for (int block = 0; block <= 6; block++) {
            int used = block == 0 ? SlotHeader.BYTES : block == 6 ? RecordHeader.BYTES : BODY + 7;
            for (int bit = 0; bit < used * 8; bit++) {
                FaultyBlockDevice rotten = device.afterPowerCut(1);
                rotten.rot(block(block) + bit / 8, bit % 8);
                JournalFixture.Recording recording = read(rotten);
                if (recording.damages.isEmpty() && !recording.texts().equals(all))
                    silent.add("block " + block + " bit " + bit);
            }
        }
        assertThat(silent).isEmpty();
    }

    @Test
    void everyTruncationOfTheTailIsAPrefixOfWhatWasWritten() throws IOException {
        List<String> all = read(device).texts();
        for (int from = 6; from >= 1; from--) {
            device.erase(block(from));
            JournalFixture.Recording recording = read(device);
            assertThat(recording.texts()).isEqualTo(all.subList(0, Math.min(5, from - 1)));
            assertThat(recording.findings()).isEmpty();
        }
    }
}
