// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static dev.firesteel.journal.JournalFixture.read;
import static dev.firesteel.journal.JournalFixture.replay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the findings of a journal at a start, and how it frees the segments that it found. */
class JournalRecoveryTest {
    @TempDir Path directory = Path.of("");

    @Test
    void whatWasFoundIsListedUntilRecoveryHasEnded() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            append(journal, "one");
        }
        try (Journal journal = open(device)) {
            JournalFixture.Replayed entry = replay(journal).entries.get(0);
            assertThat(entry.text()).isEqualTo("one");
            assertThat(journal.segments())
                    .filteredOn(SegmentInfo::recovered)
                    .extracting(SegmentInfo::id)
                    .containsExactly(entry.segmentId());
            journal.endRecovery();
            assertThat(journal.segments()).noneMatch(SegmentInfo::recovered);
        }
    }

    @Test
    void aSlotWhoseBookkeepingIsRubbishIsReportedUntilRecoveryHasEnded() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Geometry geometry = Superblocks.read(device).superblock().geometry();
        for (int copy = 0; copy < 2; copy++) device.erase(geometry.bookkeepingOffset(5, copy));
        try (Journal journal = open(device)) {
            assertThat(journal.hasEntriesToReplay()).isTrue();
            assertThat(replay(journal).findings())
                    .containsExactly(RecoveryCase.H_DAMAGED_BOOKKEEPING);
            journal.endRecovery();
            assertThat(journal.hasEntriesToReplay()).isFalse();
        }
        assertThat(read(device).damages).isEmpty();
    }

    @Test
    void toReleaseASegmentTwiceOrOneThatNeverWasIsNothing() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            long segment = append(journal, "x").segmentId();
            journal.roll(0);
            journal.release(segment);
            journal.release(segment);
            journal.release(1);
        }
        assertThat(read(device).texts()).isEmpty();
    }

    @Test
    void aSegmentThatIsClosedCanBeReadWhileOthersAreWrittenTo() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            append(journal, "of an earlier run");
        }
        try (Journal journal = open(device)) {
            long segment = append(journal, "one").segmentId();
            append(journal, "two");
            assertThatThrownBy(() -> readClosed(journal, segment))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("segment " + segment + " is not closed");
            journal.roll(0);
            append(journal, "in the next one");
            assertThat(readClosed(journal, segment).texts()).containsExactly("one", "two");
            assertThat(readClosed(journal, segment).damages).isEmpty();
            journal.release(segment);
            assertThat(readClosed(journal, segment).texts()).isEmpty();
        }
    }

    @Test
    void whatCannotBeReadOfAClosedSegmentIsReported() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            long segment = append(journal, "one").segmentId();
            append(journal, "two");
            journal.roll(0);
            append(journal, "which tells that they were durable");
            int slot =
                    journal.segments().stream()
                            .filter(each -> each.id() == segment)
                            .findFirst()
                            .orElseThrow()
                            .slot();
            Geometry geometry = Superblocks.read(device).superblock().geometry();
            device.erase(geometry.blockOffset(slot, Geometry.FIRST_BLOCK));
            JournalFixture.Recording found = readClosed(journal, segment);
            assertThat(found.texts()).containsExactly("two");
            assertThat(found.damages).isNotEmpty();
        }
    }

    private static JournalFixture.Recording readClosed(Journal journal, long segment)
            throws IOException {
        JournalFixture.Recording recording = new JournalFixture.Recording();
        journal.readClosed(segment, recording);
        return recording;
    }

    @Test
    void aJournalInAFileIsOpenedAndAfterARefusalNobodyHasIt() throws IOException {
        Path file = directory.resolve("journal");
        new JournalFormat((1 << 20) + (8 << 18), 1 << 18, 28, 12).write(file, (done, of) -> {});
        JournalOptions stranger =
                new JournalOptions(
                        new Owner(new UUID(8, 8), "stranger"), 7, 0, 1, options(1).fullWait(), 3);
        try (Journal journal = Journal.open(file, options(1), JournalListener.none())) {
            append(journal, "x");
        }
        assertThatThrownBy(() -> Journal.open(file, stranger, JournalListener.none()))
                .isInstanceOf(DeviceRefusedException.class);
        try (Journal journal = Journal.open(file, options(1), JournalListener.none())) {
            assertThat(replay(journal).texts()).containsExactly("x");
        }
    }

    @Test
    void theOwnerIsNamedOnceThereIsOne() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        assertThat(JournalReader.inspect(device).owner()).isNull();
        open(device).close();
        assertThat(JournalReader.inspect(device).owner()).isEqualTo(JournalFixture.OWNER);
    }

    /**
     * Cuts the power at each write of a start that copies segments of a crashed recovery and frees
     * the originals.
     */
    @Test
    void thePowerMayGoAtAnyWriteOfARecoveryThatCarriesOver() throws IOException {
        for (int cut = 1; cut <= 60; cut++) {
            FaultyBlockDevice device = JournalFixture.rawDevice(8, cut);
            for (int crash = 0; crash < 3; crash++) {
                Journal journal = open(device);
                append(journal, "crash " + crash);
                device = device.afterPowerCut(crash);
                JournalFixture.abandon(journal);
            }
            device.cutPowerAtWrite(cut);
            try {
                JournalFixture.abandon(open(device));
            } catch (IOException e) {
                assertThat(device.isOff()).isTrue();
            }
            device = device.afterPowerCut(cut);
            Journal journal = open(device);
            assertThat(replay(journal).damages).isEmpty();
            assertThat(replay(journal).texts()).containsExactly("crash 0", "crash 1", "crash 2");
            journal.endRecovery();
            journal.close();
            assertThat(read(device).texts()).isEmpty();
        }
    }

    /**
     * {@link JournalReader#read} returns originals and copies; {@link JournalReader#readOnce}
     * returns each entry once.
     */
    @Test
    void whatACrashHasLeftInTwoPlacesIsReadOnce() throws IOException {
        int timesInTwoPlaces = 0;
        for (int cut = 1; cut <= 30; cut++) {
            FaultyBlockDevice device = JournalFixture.rawDevice(8, cut);
            Journal first = open(device);
            append(first, "one");
            append(first, "two");
            device = device.afterPowerCut(cut);
            JournalFixture.abandon(first);
            device.cutPowerAtWrite(cut);
            try {
                JournalFixture.abandon(open(device));
            } catch (IOException e) {
                assertThat(device.isOff()).isTrue();
            }
            device = device.afterPowerCut(cut);
            JournalFixture.Recording once = new JournalFixture.Recording();
            JournalReader.readOnce(device, null, once);
            assertThat(once.damages).isEmpty();
            assertThat(once.texts()).as("cut at write %d", cut).containsExactly("one", "two");
            if (read(device).texts().size() == 4) timesInTwoPlaces++;
        }
        assertThat(timesInTwoPlaces).isPositive();
    }

    @Test
    void aJournalThatWasNeverOpenedHoldsNothing() throws IOException {
        JournalFixture.Recording once = new JournalFixture.Recording();
        ReplaySummary summary = JournalReader.readOnce(JournalFixture.rawDevice(8, 1), null, once);
        assertThat(summary.segments()).isZero();
        assertThat(once.texts()).isEmpty();
        assertThat(once.damages).isEmpty();
    }

    /** Fails each write of a close: a released segment must not silently count as free. */
    @Test
    void aCloseThatCannotFreeWhatWasReleasedSaysSo() throws IOException {
        int reports = 0;
        for (int failing = 1; failing <= 8; failing++) {
            FaultyBlockDevice device = JournalFixture.rawDevice(8, failing);
            Journal journal = open(device);
            journal.endRecovery();
            long segment = append(journal, "x").segmentId();
            journal.roll(0);
            device.failAtWrite(failing, false);
            journal.release(segment);
            boolean isReported = false;
            try {
                journal.close();
            } catch (JournalException e) {
                isReported = true;
                reports++;
            }
            boolean isFree = read(device.afterPowerCut(1)).texts().isEmpty();
            assertThat(isFree || isReported).as("failing write %d", failing).isTrue();
        }
        assertThat(reports).isPositive();
    }
}
