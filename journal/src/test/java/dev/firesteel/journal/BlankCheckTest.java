// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlankCheckTest {
    private static final int MIB = 1 << 20;
    private static final long SIZE = 3 * MIB + 512;

    private static long firstNonZero(boolean isFile, long at) throws IOException {
        FaultyBlockDevice device = new FaultyBlockDevice(512, SIZE, isFile, 1);
        if (at >= 0) device.rot(at, 3);
        return BlankCheck.firstNonZero(device);
    }

    @Test
    void ofAFileEveryByteCounts() throws IOException {
        assertThat(firstNonZero(true, -1)).isEqualTo(-1);
        for (long at : new long[] {0, MIB - 1, MIB, 2 * MIB + 5, 3 * MIB, SIZE - 1})
            assertThat(firstNonZero(true, at)).isEqualTo(at);
    }

    @Test
    void ofABlockDeviceItsFirstAndItsLastMebibyte() throws IOException {
        assertThat(firstNonZero(false, -1)).isEqualTo(-1);
        for (long at : new long[] {0, MIB - 1, SIZE - MIB, SIZE - 1})
            assertThat(firstNonZero(false, at)).isEqualTo(at);
        for (long at : new long[] {MIB, SIZE - MIB - 1})
            assertThat(firstNonZero(false, at)).isEqualTo(-1);
    }

    @Test
    void aDeviceOfLessThanAMebibyteAndAnEmptyOneAreLookedAtWhole() throws IOException {
        FaultyBlockDevice small = new FaultyBlockDevice(512, 1024, false, 1);
        assertThat(BlankCheck.firstNonZero(small)).isEqualTo(-1);
        small.rot(1023, 0);
        assertThat(BlankCheck.firstNonZero(small)).isEqualTo(1023);
        assertThat(BlankCheck.firstNonZero(new FaultyBlockDevice(512, 0, true, 1))).isEqualTo(-1);
    }

    @Test
    void noByteIsLookedAtTwice() throws IOException {
        List<Integer> reads = new ArrayList<>();
        for (boolean isFile : new boolean[] {true, false}) {
            FaultyBlockDevice device = new FaultyBlockDevice(512, 2 * MIB, isFile, 1);
            assertThat(BlankCheck.firstNonZero(new ReadSizes(device, reads))).isEqualTo(-1);
        }
        assertThat(reads).containsExactly(MIB, MIB, MIB, MIB);
    }

    @Test
    void aDeviceThatCannotBeReadIsATypedError() {
        FaultyBlockDevice device = new FaultyBlockDevice(512, 1024, false, 1);
        device.makeUnreadable(512);
        assertThatThrownBy(() -> BlankCheck.firstNonZero(device))
                .isInstanceOf(JournalException.class)
                .hasMessage("memory: read error at 512");
    }
}
