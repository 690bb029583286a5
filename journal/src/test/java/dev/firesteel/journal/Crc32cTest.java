// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Crc32cTest {
    /** The check value of the polynomial's catalogue entry. */
    @Test
    void itIsTheCastagnoliChecksumOfTheGivenBytesAndMovesNothing() {
        ByteBuffer buffer =
                ByteBuffer.wrap("<123456789>".getBytes(StandardCharsets.US_ASCII)).position(3);
        assertThat(Crc32c.of(buffer, 1, 10)).isEqualTo(0xE3069283);
        assertThat(Crc32c.of(buffer, 4, 4)).isZero();
        assertThat(buffer.position()).isEqualTo(3);
        assertThat(buffer.limit()).isEqualTo(11);
    }
}
