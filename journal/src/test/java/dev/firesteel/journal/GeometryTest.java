// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GeometryTest {
    private static final int MIB = 1 << 20;
    private final Geometry geometry = new Geometry(512, 16 * 512);

    @Test
    void thePlacesAreThoseOfTheFormat() {
        assertThat(Geometry.superblockOffset(3)).isEqualTo(192 << 10);
        assertThat(geometry.endBlock()).isEqualTo(15);
        assertThat(geometry.slotOffset(2)).isEqualTo(MIB + 2 * 16 * 512);
        assertThat(geometry.blockOffset(2, 3)).isEqualTo(MIB + 2 * 16 * 512 + 3 * 512);
        assertThat(geometry.bookkeepingOffset(1, 0)).isEqualTo(MIB + 16 * 512);
        assertThat(geometry.bookkeepingOffset(1, 1)).isEqualTo(MIB + 2 * 16 * 512 - 512);
        assertThat(geometry.deviceBytes(3)).isEqualTo(MIB + 3 * 16 * 512);
    }

    @Test
    void placesBehindTwoGibibytesAreNotCutOff() {
        Geometry large = new Geometry(4096, 512 * MIB);
        assertThat(large.blockOffset(10, 2)).isEqualTo(MIB + 10L * 512 * MIB + 2 * 4096);
    }

    @Test
    void onlyWholeSlotsCount() {
        assertThat(geometry.slotsIn(0)).isZero();
        assertThat(geometry.slotsIn(MIB + 16 * 512 - 1)).isZero();
        assertThat(geometry.slotsIn(MIB + 16 * 512)).isEqualTo(1);
        assertThat(geometry.slotsIn(Long.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void bytesFillWholeBlocks() {
        assertThat(geometry.blocks(0)).isZero();
        assertThat(geometry.blocks(1)).isEqualTo(1);
        assertThat(geometry.blocks(512)).isEqualTo(1);
        assertThat(geometry.blocks(513)).isEqualTo(2);
        assertThat(geometry.blocks(Integer.MAX_VALUE)).isEqualTo(1 << 22);
    }

    @Test
    void theLargestEntryLeavesRoomForTheEndRecord() {
        assertThat(geometry.maxEntryBytes()).isEqualTo(13 * 512 - 80 - 4);
    }

    @Test
    void aSegmentIsAtLeastEightWholeBlocksAndAtMostHalfAGibibyte() {
        assertThat(Geometry.complaint(512, 8 * 512)).isNull();
        assertThat(Geometry.complaint(4096, 512 * MIB)).isNull();
        assertThat(Geometry.complaint(512, 8 * 512 + 1))
                .isEqualTo("segment size 4097 is not a multiple of the block size 512");
        assertThat(Geometry.complaint(512, 7 * 512))
                .isEqualTo("segment size 3584 is below 8 blocks of 512 bytes");
        assertThat(Geometry.complaint(512, -512)).contains("is below 8 blocks");
        assertThat(Geometry.complaint(4096, 512 * MIB + 4096))
                .isEqualTo("segment size 536875008 is above 536870912");
    }
}
