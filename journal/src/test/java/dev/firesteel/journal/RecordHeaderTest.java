// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.RecordHeader.Kind;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordHeaderTest {
    private static final int AT = 512;
    private final ByteBuffer buffer = ByteBuffer.allocate(2 * AT);

    private static RecordHeader header(Kind kind) {
        return new RecordHeader(11, 22, 33, 44, 40, 43, 5, 66, 77, 8, 99, kind);
    }

    @ParameterizedTest
    @EnumSource
    void everyKindComesBack(Kind kind) {
        header(kind).encode(buffer, AT);
        assertThat(RecordHeader.decode(buffer, AT)).isEqualTo(header(kind));
        assertThat(RecordHeader.decode(buffer, 0)).isNull();
    }

    @Test
    void theFieldsLieWhereTheFormatSays() {
        header(Kind.HEARTBEAT).encode(buffer, AT);
        assertThat(buffer.getInt(AT)).isEqualTo(0x46535243);
        assertThat(buffer.getInt(AT + 4)).isEqualTo(Crc32c.of(buffer, AT + 8, AT + 80));
        long[] longs = {11, 22, 33, 44, 40, 43};
        for (int i = 0; i < longs.length; i++)
            assertThat(buffer.getLong(AT + 8 + 8 * i)).isEqualTo(longs[i]);
        int[] ints = {5, 66, 77, 8, 99, 2};
        for (int i = 0; i < ints.length; i++)
            assertThat(buffer.getInt(AT + 56 + 4 * i)).isEqualTo(ints[i]);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8, 16, 24, 32, 40, 48, 56, 60, 64, 68, 72, 76, 79})
    void aChangedByteIsNoticed(int at) {
        header(Kind.ENTRIES).encode(buffer, AT);
        buffer.put(AT + at, (byte) (buffer.get(AT + at) ^ 1));
        assertThat(RecordHeader.decode(buffer, AT)).isNull();
    }

    /** Arguments: the offset of a field, and its least and most valid value. */
    @ParameterizedTest
    @CsvSource({
        "16, 0, 6917529027641081853",
        "24, 0, 6917529027641081853",
        "32, 44, 6917529027641081853",
        "40, 1, 44",
        "48, 0, 43"
    })
    void aNumberThatMakesNoSenseIsNotTaken(int field, long least, long most) {
        header(Kind.ENTRIES).encode(buffer, AT);
        assertThat(decodeWithLong(field, least)).isNotNull();
        assertThat(decodeWithLong(field, most)).isNotNull();
        assertThat(decodeWithLong(field, least - 1)).isNull();
        assertThat(decodeWithLong(field, most + 1)).isNull();
    }

    private @Nullable RecordHeader decodeWithLong(int field, long value) {
        buffer.putLong(AT + field, value);
        return decodeSealed();
    }

    private @Nullable RecordHeader decodeSealed() {
        buffer.putInt(AT + 4, Crc32c.of(buffer, AT + 8, AT + 80));
        return RecordHeader.decode(buffer, AT);
    }

    @Test
    void aLengthThatNoSegmentHasIsNotTaken() {
        header(Kind.ENTRIES).encode(buffer, AT);
        for (int bytes : new int[] {0, 512 << 20}) {
            buffer.putInt(AT + 64, bytes);
            assertThat(decodeSealed()).isNotNull();
        }
        for (int bytes : new int[] {-1, (512 << 20) + 1}) {
            buffer.putInt(AT + 64, bytes);
            assertThat(decodeSealed()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, -1})
    void anUnknownKindIsNotTaken(int kind) {
        header(Kind.ENTRIES).encode(buffer, AT);
        buffer.putInt(AT + 76, kind);
        assertThat(decodeSealed()).isNull();
    }

    @Test
    void aRecordIsItsHeadAndItsBody() {
        assertThat(header(Kind.ENTRIES).bytes()).isEqualTo(80 + 77);
    }
}
