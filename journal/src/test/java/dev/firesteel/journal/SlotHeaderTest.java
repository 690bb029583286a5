// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.SlotHeader.State;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlotHeaderTest {
    private static final long LARGEST = Long.MAX_VALUE / 4 * 3;
    private final SlotHeader slotHeader = new SlotHeader(11, 22, 33, 44, 5, State.LIVE, 66, 77);
    private final ByteBuffer block = ByteBuffer.allocate(512);

    @ParameterizedTest
    @EnumSource
    void everyStateComesBackAndTheRestOfTheBlockIsZero(State state) {
        Arrays.fill(block.array(), (byte) 0xAA);
        slotHeader.in(state).encode(block);
        assertThat(SlotHeader.decode(block, 11, 5))
                .isEqualTo(new SlotHeader(11, 23, 33, 44, 5, state, 66, 77));
        assertThat(Arrays.copyOfRange(block.array(), 60, 512)).containsOnly(0);
    }

    @Test
    void theFieldsLieWhereTheFormatSays() {
        slotHeader.encode(block);
        assertThat(block.getInt(0)).isEqualTo(0x4653424B);
        assertThat(block.getInt(4)).isEqualTo(Crc32c.of(block, 8, 64));
        assertThat(block.getLong(8)).isEqualTo(11);
        assertThat(block.getLong(16)).isEqualTo(22);
        assertThat(block.getLong(24)).isEqualTo(33);
        assertThat(block.getLong(32)).isEqualTo(44);
        assertThat(block.getInt(40)).isEqualTo(5);
        assertThat(block.getInt(44)).isEqualTo(1);
        assertThat(block.getInt(48)).isEqualTo(66);
        assertThat(block.getLong(52)).isEqualTo(77);
    }

    @Test
    void anotherJournalsOrAnotherSlotsIsNotTaken() {
        slotHeader.encode(block);
        assertThat(SlotHeader.decode(block, 12, 5)).isNull();
        assertThat(SlotHeader.decode(block, 11, 6)).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8, 16, 24, 32, 40, 44, 48, 52, 59, 63})
    void aChangedByteIsNoticed(int at) {
        slotHeader.encode(block);
        block.put(at, (byte) (block.get(at) ^ 1));
        assertThat(SlotHeader.decode(block, 11, 5)).isNull();
    }

    @Test
    void anUnknownStateIsNotTaken() {
        slotHeader.encode(block);
        block.putInt(44, 4).putInt(4, Crc32c.of(block, 8, 64));
        assertThat(SlotHeader.decode(block, 11, 5)).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 32})
    void aNumberThatCannotBeCountedOnFromIsNotTaken(int at) {
        slotHeader.encode(block);
        assertThat(decodeWith(at, LARGEST)).isNotNull();
        assertThat(decodeWith(at, 0)).isNotNull();
        assertThat(decodeWith(at, LARGEST + 1)).isNull();
        assertThat(decodeWith(at, -1)).isNull();
    }

    private @Nullable SlotHeader decodeWith(int at, long value) {
        block.putLong(at, value).putInt(4, Crc32c.of(block, 8, 64));
        return SlotHeader.decode(block, 11, 5);
    }

    @Test
    void eachChangeIsOfTheNextGeneration() {
        assertThat(slotHeader.in(State.FREE))
                .isEqualTo(new SlotHeader(11, 23, 33, 44, 5, State.FREE, 66, 77));
        assertThat(slotHeader.opened(34, 45, State.CARRYING, 67, 78))
                .isEqualTo(new SlotHeader(11, 23, 34, 45, 5, State.CARRYING, 67, 78));
        assertThat(SlotHeader.blank(11, 5))
                .isEqualTo(new SlotHeader(11, 1, 0, 0, 5, State.FREE, 0));
    }

    @Test
    void onlyCompleteSegmentsAreLive() {
        assertThat(State.LIVE.isLive()).isTrue();
        assertThat(State.LIVE_SINCE_RECOVERY.isLive()).isTrue();
        assertThat(State.FREE.isLive()).isFalse();
        assertThat(State.CARRYING.isLive()).isFalse();
    }
}
