// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static dev.firesteel.journal.JournalFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdentifierFloorTest {
    private static final long HIGHEST = JournalOptions.MAX_IDENTIFIER_FLOOR;

    private static JournalOptions from(long floor) {
        return new JournalOptions(JournalFixture.OWNER, 7, floor, 1, options(1).fullWait(), 3);
    }

    @Test
    void theHighestFloorLeavesAJournalThatOpensAgain() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        for (int run = 1; run <= 2; run++)
            try (Journal journal = open(device, from(HIGHEST))) {
                journal.endRecovery();
                assertThat(append(journal, "of run " + run).segmentId()).isGreaterThan(HIGHEST);
                journal.roll(HIGHEST);
            }
        assertThat(read(device).texts()).containsExactly("of run 2");
    }

    /**
     * A segment that the drive hides from one start may reappear at the next. The clock is behind
     * the identifiers throughout.
     */
    @Test
    void theIdentifierOfASegmentThatIsHiddenIsNotGivenAgain() throws Exception {
        FaultyBlockDevice before = JournalFixture.file(8, 1);
        Journal first = open(before, from(1L << 50));
        first.endRecovery();
        append(first, "in the segment before");
        first.roll(first.position().segmentId());
        FaultyBlockDevice device = before.afterPowerCut(1);
        JournalFixture.abandon(first);
        Geometry geometry = Superblocks.read(device).superblock().geometry();
        List<SlotHeader> live = live(device);
        long hidden = live.get(live.size() - 1).segmentId();
        int slot = live.get(live.size() - 1).slot();
        byte[][] copies = new byte[2][JournalFixture.BLOCK_BYTES];
        for (int copy = 0; copy < 2; copy++) {
            long offset = geometry.bookkeepingOffset(slot, copy);
            device.read(offset, ByteBuffer.wrap(copies[copy]));
            device.erase(offset);
        }
        Journal second = open(device);
        assertThat(JournalFixture.replay(second).findings())
                .containsExactly(RecoveryCase.H_DAMAGED_BOOKKEEPING);
        FaultyBlockDevice after = device.afterPowerCut(1);
        JournalFixture.abandon(second);
        for (int copy = 0; copy < 2; copy++)
            after.write(geometry.bookkeepingOffset(slot, copy), ByteBuffer.wrap(copies[copy]));
        JournalFixture.Recording found = read(after);
        assertThat(found.findings()).isEmpty();
        assertThat(found.texts()).containsExactly("in the segment before");
        assertThat(live(after))
                .extracting(SlotHeader::segmentId)
                .doesNotHaveDuplicates()
                .contains(hidden);
    }

    private static List<SlotHeader> live(BlockDevice device) throws Exception {
        return SlotTable.read(device, Superblocks.read(device).superblock()).live();
    }

    /** The journal would be refused from then on: the format cannot hold such a number. */
    @Test
    void oneAboveItIsRefused() throws Exception {
        assertThatThrownBy(() -> from(HIGHEST + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not " + (HIGHEST + 1));
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            assertThatThrownBy(() -> journal.roll(HIGHEST + 1))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("above " + (HIGHEST + 1));
            append(journal, "a");
        }
        assertThat(read(device).texts()).containsExactly("a");
    }
}
