// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.ImageBuilder.EPOCH;
import static dev.firesteel.journal.ImageBuilder.GEOMETRY;
import static dev.firesteel.journal.ImageBuilder.SLOTS;
import static dev.firesteel.journal.ImageBuilder.header;
import static dev.firesteel.journal.ImageBuilder.slotHeader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.SlotHeader.State;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlotTableTest {
    private ImageBuilder image = new ImageBuilder();

    @BeforeEach
    void format() throws IOException {
        image = ImageBuilder.formatted();
    }

    private List<Long> liveIds() {
        return image.slots().live().stream().map(SlotHeader::segmentId).toList();
    }

    @Test
    void aFormattedDeviceHasOnlyFreeSlots() throws IOException {
        SlotTable slots = image.slots();
        assertThat(slots.freeSlots()).isEqualTo(SLOTS);
        assertThat(slots.live()).isEmpty();
        assertThat(slots.damagedSlots()).isEmpty();
        assertThat(image.readCopy(3, 0)).isEqualTo(SlotHeader.blank(ImageBuilder.key(), 3));
        assertThat(image.readCopy(3, 1)).isEqualTo(SlotHeader.blank(ImageBuilder.key(), 3));
    }

    @Test
    void liveSegmentsComeInTheOrderOfTheirIdentifiers() throws IOException {
        image.live(0, 12).live(2, 10);
        image.bothCopies(slotHeader(3, 2, 11, State.LIVE_SINCE_RECOVERY));
        assertThat(liveIds()).containsExactly(10L, 11L, 12L);
        assertThat(image.slots().freeSlots()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theCopyWithTheHigherGenerationCounts(int newer) throws IOException {
        image.copy(newer, slotHeader(1, 9, 50, State.LIVE));
        image.copy(1 - newer, slotHeader(1, 8, 50, State.FREE));
        assertThat(liveIds()).containsExactly(50L);
    }

    /** The older copy would make the slot free and lose an identifier. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aCopyCountsThoughTheDriveAnswersWithAnotherBlockForOnce(int newer) throws IOException {
        image.copy(newer, slotHeader(1, 9, 50, State.LIVE));
        image.copy(1 - newer, slotHeader(1, 8, 40, State.FREE));
        image.device()
                .misreadOnce(
                        GEOMETRY.bookkeepingOffset(1, newer), GEOMETRY.bookkeepingOffset(2, newer));
        assertThat(liveIds()).containsExactly(50L);
    }

    /** Found by SimulationTest, seed 15 479 383: intact entries were withheld. */
    @Test
    void aSlotIsNotDamagedThoughTheDriveAnswersWithAnotherFirstRecordForOnce() throws IOException {
        image.live(1, 50).live(2, 60).record(2, header(60, 1, 1, 0), "of another segment");
        image.device()
                .misreadOnce(
                        GEOMETRY.blockOffset(1, Geometry.FIRST_BLOCK),
                        GEOMETRY.blockOffset(2, Geometry.FIRST_BLOCK));
        SlotTable slots = image.slots();
        assertThat(slots.damagedSlots()).isEmpty();
        assertThat(slots.live()).extracting(SlotHeader::segmentId).containsExactly(50L, 60L);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void oneCopyIsEnough(int lost) throws IOException {
        image.live(1, 50).eraseCopy(1, lost);
        assertThat(liveIds()).containsExactly(50L);
        assertThat(image.slots().damagedSlots()).isEmpty();
    }

    @Test
    void aSlotWithoutAnIntactCopyIsDamagedAndNeitherLiveNorFree() throws IOException {
        image.live(1, 50).eraseCopy(1, 0).eraseCopy(1, 1);
        SlotTable slots = image.slots();
        assertThat(slots.damagedSlots()).containsExactly(1);
        assertThat(slots.live()).isEmpty();
        assertThat(slots.freeSlots()).isEqualTo(SLOTS - 1);
    }

    /** Their entries have the same positions, so only one of the two can be replayed. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void ofTwoSegmentsOfOneIdentifierTheLaterOneCountsAndTheOtherIsDamage(int later)
            throws IOException {
        for (int slot = 1; slot <= 2; slot++)
            image.bothCopies(
                    new SlotHeader(
                            ImageBuilder.key(),
                            2,
                            50,
                            slot == later ? EPOCH + 1 : EPOCH,
                            slot,
                            State.LIVE,
                            0));
        assertThat(image.slots().live()).extracting(SlotHeader::slot).containsExactly(later);
        assertThat(image.slots().damagedSlots()).containsExactly(3 - later);
    }

    /** An invalid copy takes nothing away from the original, whatever its identifier. */
    @Test
    void anOriginalCountsThoughACopyThatDoesNotHasItsIdentifier() throws IOException {
        original(0, State.LIVE_SINCE_RECOVERY, EPOCH - 1);
        image.bothCopies(slotHeader(1, 2, 40, State.LIVE_SINCE_RECOVERY));
        image.bothCopies(slotHeader(2, 2, 51, State.CARRYING));
        assertThat(image.slots().live()).extracting(SlotHeader::slot).containsExactly(0);
        assertThat(image.slots().damagedSlots()).isEmpty();
    }

    @Test
    void aCopyThatCannotBeReadIsLikeOneThatIsDamaged() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Superblock superblock = Superblocks.read(device).superblock();
        device.makeUnreadable(superblock.geometry().bookkeepingOffset(2, 0));
        assertThat(SlotTable.read(device, superblock).damagedSlots()).isEmpty();
        device.makeUnreadable(superblock.geometry().bookkeepingOffset(2, 1));
        assertThat(SlotTable.read(device, superblock).damagedSlots()).containsExactly(2);
        device.makeUnreadable(superblock.geometry().blockOffset(3, Geometry.FIRST_BLOCK));
        assertThat(SlotTable.read(device, superblock).damagedSlots()).containsExactly(2);
    }

    /** An unreadable block may be readable at the next start; a damaged one stays damaged. */
    @Test
    void onlyASlotThatMayBeReadableTheNextTimeIsAReasonNotToGoOn() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Superblock superblock = Superblocks.read(device).superblock();
        Geometry geometry = superblock.geometry();
        device.write(geometry.bookkeepingOffset(3, 0), ByteBuffer.allocate(512));
        device.makeUnreadable(geometry.bookkeepingOffset(2, 0));
        SlotTable.read(device, superblock).requireReadable();
        device.write(geometry.bookkeepingOffset(3, 1), ByteBuffer.allocate(512));
        SlotTable damaged = SlotTable.read(device, superblock);
        assertThat(damaged.damagedSlots()).containsExactly(3);
        damaged.requireReadable();
        long other = geometry.bookkeepingOffset(2, 1);
        device.makeUnreadable(other);
        assertThatThrownBy(SlotTable.read(device, superblock)::requireReadable)
                .isInstanceOf(JournalException.class)
                .hasMessage(
                        "the slot metadata of memory cannot be read: memory: read error at "
                                + other);
    }

    /** Found by CorruptionTest: with one copy lost and one outdated, the segment was gone. */
    @ParameterizedTest
    @EnumSource(names = {"FREE", "LIVE"})
    void bookkeepingThatIsOlderThanTheFirstRecordOfItsSlotIsDamage(State outdated)
            throws IOException {
        image.bothCopies(slotHeader(1, 3, 49, outdated));
        image.record(1, header(50, 1, 1, 0), "acknowledged");
        assertThat(image.slots().damagedSlots()).containsExactly(1);
        assertThat(image.read().findings()).containsExactly(RecoveryCase.H_DAMAGED_BOOKKEEPING);
        assertThat(image.read().damages.get(0).description())
                .isEqualTo(
                        "neither copy of the metadata of slot 1 is readable and as new as the"
                                + " slot's content");
        assertThat(image.read().damages.get(0).deviceOffset()).isEqualTo(GEOMETRY.slotOffset(1));
    }

    @Test
    void aFirstRecordOfTheSameOrAnEarlierSegmentOrOfAnotherJournalIsNoDamage() throws IOException {
        image.bothCopies(slotHeader(0, 3, 50, State.FREE));
        image.record(0, header(50, 1, 1, 0), "released");
        image.live(1, 51).record(1, header(49, 1, 1, 0), "an earlier lap");
        image.bothCopies(slotHeader(2, 3, 10, State.FREE));
        RecordHeader own = header(99, 1, 1, 0);
        RecordHeader foreign =
                new RecordHeader(
                        own.key() + 1,
                        own.segmentId(),
                        own.epoch(),
                        1,
                        1,
                        0,
                        1,
                        28,
                        0,
                        0,
                        0,
                        own.kind());
        image.record(2, foreign, "of a journal that lay here before");
        assertThat(image.slots().damagedSlots()).isEmpty();
        assertThat(image.slots().highestPossibleIdentifier()).isEqualTo(100);
    }

    @Test
    void theHighestIdentifierAndEpochAreTheHighestAnywhere() throws IOException {
        assertThat(image.slots().highestPossibleIdentifier()).isEqualTo(100);
        assertThat(image.slots().highestEpoch()).isEqualTo(EPOCH);
        image.bothCopies(new SlotHeader(ImageBuilder.key(), 2, 101, EPOCH + 1, 0, State.FREE, 0));
        assertThat(image.slots().highestPossibleIdentifier()).isEqualTo(101);
        assertThat(image.slots().highestEpoch()).isEqualTo(EPOCH + 1);
        image.record(2, header(102, 1, 1, 0), "its bookkeeping is lost");
        // One more for the slot with unknown use, which may have been opened again.
        assertThat(image.slots().highestPossibleIdentifier()).isEqualTo(103);
    }

    @Test
    void aSegmentIsOpenedInTheFirstFreeSlotInBothCopies() throws IOException {
        image.live(0, 50);
        SlotTable slots = image.slots();
        SlotHeader opened = slots.open(51, State.LIVE, 9, 0);
        assertThat(opened)
                .isEqualTo(new SlotHeader(ImageBuilder.key(), 2, 51, EPOCH, 1, State.LIVE, 9));
        for (int copy = 0; copy < 2; copy++) assertThat(image.readCopy(1, copy)).isEqualTo(opened);
        assertThat(slots.freeSlots()).isEqualTo(2);
        assertThat(slots.live()).extracting(SlotHeader::segmentId).containsExactly(50L, 51L);
        assertThat(slots.open(52, State.LIVE, 9, 0).slot()).isEqualTo(2);
    }

    @Test
    void withoutAFreeSlotNothingIsOpened() throws IOException {
        for (int slot = 0; slot < SLOTS; slot++) image.live(slot, 50 + slot);
        assertThatThrownBy(() -> image.slots().open(60, State.LIVE, 9, 0))
                .isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void aFreedSlotIsUsedAfterThoseThatWereFreeBefore() throws IOException {
        image.live(0, 50);
        SlotTable slots = image.slots();
        slots.set(0, State.FREE);
        assertThat(image.readCopy(0, 0)).isEqualTo(slotHeader(0, 3, 50, State.FREE));
        assertThat(image.readCopy(0, 1)).isEqualTo(slotHeader(0, 3, 50, State.FREE));
        assertThat(slots.freeSlots()).isEqualTo(SLOTS);
        for (int slot : new int[] {1, 2, 3, 0})
            assertThat(slots.open(60 + slot, State.LIVE, 9, 0).slot()).isEqualTo(slot);
    }

    @Test
    void aChangeToAnotherStateThanFreeFreesNothing() throws IOException {
        image.live(0, 50);
        SlotTable slots = image.slots();
        slots.set(0, State.LIVE_SINCE_RECOVERY);
        assertThat(slots.freeSlots()).isEqualTo(SLOTS - 1);
        assertThat(image.readCopy(0, 0).state()).isEqualTo(State.LIVE_SINCE_RECOVERY);
    }

    @Test
    void aFreeSlotIsNotFreedOnceMore() throws IOException {
        SlotTable slots = image.slots();
        slots.open(100, State.LIVE, 7, 0);
        slots.set(0, State.FREE);
        assertThatThrownBy(() -> slots.set(0, State.FREE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("slot 0 is free");
        assertThat(slots.freeSlots()).isEqualTo(SLOTS);
    }

    @Test
    void onlyWhatThisRunHasOpenedAndNotFreedChangesItsState() throws IOException {
        SlotHeader earlier = new SlotHeader(ImageBuilder.key(), 2, 40, EPOCH - 1, 0, State.LIVE, 0);
        image.bothCopies(earlier);
        image.bothCopies(slotHeader(1, 2, 50, State.LIVE_SINCE_RECOVERY));
        image.bothCopies(slotHeader(2, 2, 51, State.FREE));
        image.slots().setOpened(State.LIVE);
        assertThat(image.readCopy(0, 0)).isEqualTo(earlier);
        assertThat(image.readCopy(1, 0)).isEqualTo(slotHeader(1, 3, 50, State.LIVE));
        assertThat(image.readCopy(2, 0)).isEqualTo(slotHeader(2, 2, 51, State.FREE));
    }

    @Test
    void aDamagedSlotThatIsFreedStaysFreeWhateverItsRecordsSay() throws IOException {
        image.record(1, header(90, 1, 1, 0), "lost").eraseCopy(1, 0).eraseCopy(1, 1);
        SlotTable slots = image.slots();
        assertThat(slots.freeSlots()).isEqualTo(SLOTS - 1);
        slots.set(1, State.FREE);
        assertThat(slots.freeSlots()).isEqualTo(SLOTS);
        assertThat(image.readCopy(1, 0).generation()).isGreaterThan(1L << 60);
        assertThat(image.readCopy(1, 0).segmentId()).isEqualTo(100);
        assertThat(image.slots().damagedSlots()).isEmpty();
        assertThat(image.slots().freeSlots()).isEqualTo(SLOTS);
    }

    @Test
    void aNewSuperblockMendsTheCopyThatIsDamagedOrOutOfDateAndTouchesNoOther() throws IOException {
        image.live(0, 50).eraseCopy(0, 1);
        image.live(1, 51).copy(0, slotHeader(1, 9, 51, State.FREE));
        image.live(2, 52).eraseCopy(2, 0).eraseCopy(2, 1);
        SlotTable slots = image.slots();
        byte[] good = image.device().block(GEOMETRY.bookkeepingOffset(3, 0));
        image.erase(GEOMETRY.bookkeepingOffset(3, 0)); // after it was read
        slots.update(ImageBuilder.superblock().inEpoch(EPOCH + 1, 200));
        assertThat(image.readCopy(0, 1)).isEqualTo(slotHeader(0, 2, 50, State.LIVE));
        assertThat(image.readCopy(1, 1)).isEqualTo(slotHeader(1, 9, 51, State.FREE));
        assertThat(image.slots().damagedSlots()).containsExactly(2);
        assertThat(image.device().block(GEOMETRY.bookkeepingOffset(3, 0)))
                .isEqualTo(new byte[good.length]);
        assertThat(Superblocks.read(image.device()).superblock().epoch()).isEqualTo(EPOCH + 1);
        assertThat(slots.superblock().epoch()).isEqualTo(EPOCH + 1);
    }

    @Test
    void whatWasFoundOutOfDateIsMendedOnce() throws IOException {
        image.live(0, 50).eraseCopy(0, 1);
        SlotTable slots = image.slots();
        slots.update(ImageBuilder.superblock());
        image.eraseCopy(0, 1);
        slots.update(ImageBuilder.superblock());
        assertThatThrownBy(() -> image.readCopy(0, 1)).hasMessageContaining("is broken");
    }

    @Test
    void aCarryOverThatDidNotEndIsFreeAndStaysSo() throws IOException {
        original(0, State.LIVE_SINCE_RECOVERY, EPOCH - 1);
        image.bothCopies(slotHeader(1, 2, 50, State.CARRYING));
        SlotTable slots = image.slots();
        assertThat(slots.freeSlots()).isEqualTo(SLOTS - 1);
        assertThat(slots.damagedSlots()).isEmpty();
        slots.update(ImageBuilder.superblock());
        for (int copy = 0; copy < 2; copy++)
            assertThat(image.readCopy(1, copy)).isEqualTo(slotHeader(1, 3, 50, State.FREE));
    }

    @Test
    void eachCopyOfACarryOverThatDidNotEndIsWrittenOnce() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        SlotTable crashed = SlotTable.read(device, Superblocks.read(device).superblock());
        crashed.open(1, State.LIVE_SINCE_RECOVERY, 0, 0);
        crashed.update(crashed.superblock().inEpoch(1, 0));
        crashed.open(2, State.CARRYING, 0, 0);
        SlotTable slots = SlotTable.read(device, crashed.superblock());
        long before = device.writes();
        slots.update(slots.superblock());
        assertThat(device.writes() - before).isEqualTo(2 + Geometry.SUPERBLOCK_COPIES);
    }

    /** Found by SimulationTest: copies and originals together left no slot to start with. */
    @Test
    void whatACarryOverThatDidNotEndHadMadeLiveIsFree() throws IOException {
        original(0, State.LIVE_SINCE_RECOVERY, EPOCH - 1);
        image.bothCopies(slotHeader(1, 2, 51, State.CARRYING));
        image.bothCopies(slotHeader(2, 2, 50, State.LIVE_SINCE_RECOVERY));
        SlotTable slots = image.slots();
        assertThat(slots.live()).extracting(SlotHeader::slot).containsExactly(0);
        assertThat(slots.freeSlots()).isEqualTo(SLOTS - 1);
    }

    /**
     * No crash leaves a carrying copy behind a live one: the drive has also lost that it became
     * live. Entries that the same run appended after the carry-over count.
     */
    @ParameterizedTest
    @EnumSource(names = {"LIVE", "LIVE_SINCE_RECOVERY"})
    void aCopyThatIsCarryingBeforeALiveOneIsDamage(State behind) throws IOException {
        original(0, State.LIVE_SINCE_RECOVERY, EPOCH - 1);
        image.bothCopies(slotHeader(1, 2, 50, State.CARRYING));
        image.bothCopies(slotHeader(2, 2, 51, behind));
        SlotTable slots = image.slots();
        assertThat(slots.live()).extracting(SlotHeader::slot).containsExactly(0, 2);
        assertThat(slots.damagedSlots()).containsExactly(1);
    }

    @Test
    void copiesBecomeLiveInTheOrderOfTheirIdentifiers() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        SlotTable crashed = SlotTable.read(device, Superblocks.read(device).superblock());
        crashed.open(9, State.LIVE_SINCE_RECOVERY, 0, 0);
        crashed.update(crashed.superblock().inEpoch(1, 9));
        for (int id = 10; id <= 17; id++) {
            // Make the order of slots differ from the order of identifiers.
            int slot = crashed.open(id, State.CARRYING, 0, 0).slot();
            if (id == 10) crashed.set(slot, State.FREE);
        }
        device.cutPowerAtWrite(5); // two of them are live, and a copy of the third
        assertThatThrownBy(() -> crashed.setOpened(State.LIVE_SINCE_RECOVERY))
                .isInstanceOf(IOException.class);
        SlotTable slots = SlotTable.read(device.afterPowerCut(1), crashed.superblock());
        assertThat(slots.live()).extracting(SlotHeader::segmentId).containsExactly(9L);
        assertThat(slots.damagedSlots()).isEmpty();
    }

    /** They show that the live ones of their epoch are incomplete copies. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void copiesThatAreStillCarryingAreFreedLast(int torn) throws IOException {
        for (int cut = 1; cut <= 5; cut++) {
            FaultyBlockDevice device = JournalFixture.rawDevice(8, cut);
            SlotTable crashed = SlotTable.read(device, Superblocks.read(device).superblock());
            crashed.open(1, State.LIVE_SINCE_RECOVERY, 0, 0);
            crashed.update(crashed.superblock().inEpoch(1, 0));
            crashed.open(2, State.CARRYING, 0, 0);
            crashed.open(3, State.CARRYING, 0, 0);
            crashed.set(1, State.LIVE_SINCE_RECOVERY);
            // As after a crash in the middle of one copy of the other's bookkeeping.
            device.write(
                    crashed.superblock().geometry().bookkeepingOffset(2, torn),
                    ByteBuffer.allocate(512));
            SlotTable crashedAgain = SlotTable.read(device, crashed.superblock());
            device.cutPowerAtWrite(cut);
            try {
                crashedAgain.update(crashed.superblock());
            } catch (IOException e) {
                assertThat(device.isOff()).isTrue();
            }
            device = device.afterPowerCut(cut);
            SlotTable slots = SlotTable.read(device, crashed.superblock());
            assertThat(slots.live()).extracting(SlotHeader::slot).containsExactly(0);
            assertThat(slots.freeSlots()).isEqualTo(7);
            // The other copy must be intact before the intact copy is written.
            boolean isIntactWritten = isFree(device, 2, 1 - torn);
            if (isIntactWritten) assertThat(isFree(device, 2, torn)).isTrue();
        }
    }

    private static boolean isFree(BlockDevice device, int slot, int copy) throws IOException {
        Superblock superblock = Superblocks.read(device).superblock();
        ByteBuffer block = ByteBuffer.allocate(superblock.geometry().blockBytes());
        device.read(superblock.geometry().bookkeepingOffset(slot, copy), block);
        SlotHeader found = SlotHeader.decode(block, superblock.key(), slot);
        return found != null && found.state() == State.FREE;
    }

    /** Found by CorruptionTest: the copies had become live, the originals were gone. */
    @Test
    void aCarryOverWithoutOriginalsIsDamage() throws IOException {
        image.bothCopies(slotHeader(1, 2, 50, State.CARRYING));
        assertThat(image.slots().damagedSlots()).containsExactly(1);
        original(0, State.LIVE, EPOCH - 1);
        assertThat(image.slots().damagedSlots()).containsExactly(1);
        original(0, State.LIVE_SINCE_RECOVERY, EPOCH);
        assertThat(image.slots().damagedSlots()).containsExactly(1);
    }

    @Test
    void whatIsDamagedIsNotMendedByANewSuperblock() throws IOException {
        image.bothCopies(slotHeader(1, 2, 50, State.CARRYING)).eraseCopy(1, 1);
        image.slots().update(ImageBuilder.superblock());
        assertThat(image.slots().damagedSlots()).containsExactly(1);
        assertThat(image.readCopy(1, 0)).isEqualTo(slotHeader(1, 2, 50, State.CARRYING));
    }

    private void original(int slot, State state, long epoch) throws IOException {
        image.bothCopies(new SlotHeader(ImageBuilder.key(), 2, 40, epoch, slot, state, 0));
    }

    @Test
    void aDeviceGrowsByAFreeSlotThatEveryCopyOfTheSuperblockKnows() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        SlotTable slots = SlotTable.read(device, Superblocks.read(device).superblock());
        for (int i = 0; i < 8; i++) slots.open(i + 1, State.LIVE, 0, 0);
        slots.growDevice();
        slots.addSlot();
        assertThat(slots.freeSlots()).isEqualTo(1);
        assertThat(slots.superblock().slots()).isEqualTo(9);
        assertThat(device.sizeBytes()).isEqualTo(slots.superblock().geometry().deviceBytes(9));
        Superblocks.Found found = Superblocks.read(device);
        assertThat(found.superblock()).isEqualTo(slots.superblock());
        assertThat(found.intactCopies()).isEqualTo(4);
        assertThat(SlotTable.read(device, found.superblock()).freeSlots()).isEqualTo(1);
        assertThat(slots.open(100, State.LIVE, 0, 0).slot()).isEqualTo(8);
    }
}
