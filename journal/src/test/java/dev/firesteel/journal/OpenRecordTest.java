// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class OpenRecordTest {
    private static final int OVERHEAD = 12;

    private final OpenRecord record = empty();

    private static OpenRecord empty() {
        return new OpenRecord(
                new LiveSegment(SlotHeader.blank(1, 0), null, 28, 31),
                1,
                28,
                ByteBuffer.allocate(1024),
                512,
                512,
                false,
                OVERHEAD,
                new StillScheduler());
    }

    /** A writer may find the successor before the committer makes it the open record. */
    @Test
    void theEntriesOfTheSuccessorsAreCounted() {
        OpenRecord next = empty();
        assertThat(record.seal(0, next)).isTrue();
        assertThat(record.entriesFromHere()).isZero();
        assertThat(next.reserve(1, 10)).isZero();
        assertThat(record.entriesFromHere()).isEqualTo(1);
        next.sealForGood();
        assertThat(record.entriesFromHere()).isEqualTo(1);
    }

    /** An attempt to seal sets the successor, even if a reservation came before. */
    @Test
    void anOpenRecordHasNoSuccessor() {
        OpenRecord other = empty();
        assertThat(other.reserve(1, 10)).isZero();
        assertThat(record.reserve(1, 10)).isZero();
        assertThat(record.seal(0, other)).isFalse();
        assertThat(record.entriesFromHere()).isEqualTo(1);
    }

    /** The journal may have failed because no memory was left for another record. */
    @Test
    void aRecordIsSealedForGoodWithoutAnother() {
        assertThat(record.reserve(1, 10)).isZero();
        record.sealForGood();
        assertThat(record.reserve(1, 10)).isEqualTo(OpenRecord.SEALED);
        assertThat(record.current()).isSameAs(record);
        assertThat(record.startOffset(record.state())).isEqualTo(28 + 10 - 4 + OVERHEAD);
    }
}
