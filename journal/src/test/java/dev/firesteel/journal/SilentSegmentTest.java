// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.ImageBuilder.GEOMETRY;
import static dev.firesteel.journal.ImageBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a live segment, 50, with no record left: a single misdirected write to its start may have
 * overwritten all of it. Its records are 1 to 3; the next segment's first is 4.
 */
class SilentSegmentTest {
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

    private static RecordHeader first(long segmentId, long watermark) {
        return header(segmentId, 1, 4, 4, watermark, RecordHeader.Kind.ENTRIES);
    }

    /**
     * Asserts that the last finding is the loss of the segment. The head that proves it comes
     * before, if it lies where no record was written.
     */
    private void assertDamaged(JournalFixture.Recording found) {
        assertThat(found.findings()).endsWith(RecoveryCase.F_DAMAGED_TAIL);
        Damage damage = found.damages.get(found.damages.size() - 1);
        assertThat(damage.segmentId()).isEqualTo(50);
        assertThat(damage.deviceOffset()).isEqualTo(GEOMETRY.blockOffset(SLOT, 1));
        assertThat(damage.description()).contains("record 3 ");
    }

    @Test
    void isNotDamagedWhereNothingTellsOfALaterOne() throws IOException {
        assertThat(image.read().findings()).isEmpty();
    }

    @Test
    void isDamagedWhereALaterOneBeganInItsBookkeeping() throws IOException {
        put(ITS_BOOKKEEPING, first(51, 3));
        assertDamaged(image.read());
    }

    @Test
    void isDamagedWhereALaterOneBeganInTheBookkeepingBeforeIt() throws IOException {
        put(BOOKKEEPING_BEFORE, first(51, 3));
        assertDamaged(image.read());
    }

    @Test
    void isDamagedWhereALaterOneLeftAHeaderElsewhere() throws IOException {
        image.live(3, 51);
        put(GEOMETRY.blockOffset(3, 4), first(51, 3));
        assertDamaged(image.read());
    }

    @Test
    void isDamagedWhereALaterOneIsThere() throws IOException {
        image.live(3, 52).record(3, first(52, 3), "x");
        assertDamaged(image.read());
    }

    /** The nearest known later segment shows how far the segment reached. */
    @Test
    void reachedUpToTheNextThatIsKnown() throws IOException {
        put(ITS_BOOKKEEPING, header(53, 1, 9, 9, 3, RecordHeader.Kind.ENTRIES));
        assertThat(image.read().findings()).containsExactly(RecoveryCase.J_MISPLACED);
        put(BOOKKEEPING_BEFORE, first(51, 3));
        assertDamaged(image.read());
    }

    /** The head in its bookkeeping is reported all the same. */
    @Test
    void mayHaveBeenTornWhereItsRecordsWereNotKnownToBeDurable() throws IOException {
        put(ITS_BOOKKEEPING, first(51, 2));
        assertThat(image.read().findings()).containsExactly(RecoveryCase.J_MISPLACED);
    }

    /** An unreadable copy of bookkeeping is no loss of the segment. */
    @Test
    void isReadThoughBookkeepingIsUnreadable() throws IOException {
        put(ITS_BOOKKEEPING, first(51, 3));
        BlockDevice device =
                new ForwardingDevice(image.device()) {
                    @Override
                    public void read(long offset, ByteBuffer target) throws IOException {
                        if (offset == BOOKKEEPING_BEFORE) throw new IOException("unreadable");
                        super.read(offset, target);
                    }
                };
        assertDamaged(JournalFixture.read(device));
    }

    /** No slot lies before the first one. */
    @Test
    void mayLieInTheFirstSlot() throws IOException {
        image = ImageBuilder.formatted().live(0, 50);
        put(GEOMETRY.bookkeepingOffset(0, 0), first(51, 3));
        assertThat(image.read().findings())
                .containsExactly(RecoveryCase.J_MISPLACED, RecoveryCase.F_DAMAGED_TAIL);
    }
}
