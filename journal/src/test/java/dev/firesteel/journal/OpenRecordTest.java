// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class OpenRecordTest {
    private static final int OVERHEAD = 12;

    private final OpenRecord record =
            new OpenRecord(
                    new LiveSegment(SlotHeader.blank(1, 0), null, 28, 31),
                    1,
                    28,
                    ByteBuffer.allocate(1024),
                    512,
                    512,
                    false,
                    OVERHEAD,
                    new StillScheduler());

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
