// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.wear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NvmePagesTest {
    private static final HexFormat HEX = HexFormat.of();

    /** Of a page C0h, in the order of its bytes: AFD514C9-7C6F-4F9C-A4F2-BFEA2810AFC5h. */
    private static final String GUID = "c5af1028eabff2a49c4f6f7cc914d5af";

    private static byte[] page(int bytes, long first, int at) {
        byte[] page = new byte[bytes];
        for (int i = 0; i < 8; i++) page[at + i] = (byte) (first >>> (8 * i));
        return page;
    }

    private static byte[] smart(long dataUnits) {
        return page(512, dataUnits, 48);
    }

    private static byte[] ocp(long bytes) {
        byte[] page = page(512, bytes, 0);
        System.arraycopy(HEX.parseHex(GUID), 0, page, 496, 16);
        return page;
    }

    private static byte[] fdp(long host, long media) {
        byte[] page = page(64, host, 0);
        System.arraycopy(page(64, media, 16), 16, page, 16, 8);
        return page;
    }

    /** 10 GiB in sequence: the drive moves nothing, and counts the last unit as a whole one. */
    @Test
    void readsWhatADriveHasWrittenToFlash() throws Exception {
        long lifeBytes = 48_196_878_213_120L;
        long lifeUnits = 81_582_031L;
        DriveCounters before = NvmePages.counters(smart(lifeUnits), ocp(lifeBytes), null);
        DriveCounters after =
                NvmePages.counters(
                        smart(lifeUnits + 20_972), ocp(lifeBytes + 10_737_418_240L), null);
        assertThat(before.source()).isEqualTo("NVMe SMART (02h) and OCP (C0h)");
        assertThat(before.mediaBytes()).isEqualTo(BigInteger.valueOf(lifeBytes));
        MeasuredWrites writes = after.since(before);
        assertThat(writes.hostBytes()).isEqualTo(10_737_664_000.0);
        assertThat(writes.writeAmplification()).isBetween(0.9999, 1.0);
        assertThat(writes.hasFewUnits()).isFalse();
        assertThat(writes.contradicts(10_737_418_240L)).isFalse();
        assertThat(writes.contradicts(5L << 30)).isTrue();
    }

    @Test
    void readsNumbersOf16Bytes() throws Exception {
        byte[] ocp = ocp(0);
        ocp[15] = (byte) 0x80;
        assertThat(NvmePages.counters(smart(1), ocp, null).mediaBytes())
                .isEqualTo(BigInteger.TWO.pow(127));
    }

    @Test
    void takesStatisticsOfFdpIfThePageOfOcpIsAbsentOrAnothers() throws Exception {
        byte[] others = page(512, 1234, 0);
        for (byte @Nullable [] ocp : new byte @Nullable [][] {null, others, new byte[4]}) {
            DriveCounters counters = NvmePages.counters(smart(7), ocp, fdp(1_000, 2_500));
            assertThat(counters)
                    .isEqualTo(
                            new DriveCounters(
                                    "NVMe FDP statistics (22h)",
                                    BigInteger.valueOf(1_000),
                                    BigInteger.valueOf(2_500),
                                    1));
        }
    }

    @Test
    void saysThatADriveDoesNotCount() {
        assertThatThrownBy(() -> NvmePages.counters(smart(7), page(512, 1, 0), null))
                .isInstanceOf(NoCountersException.class)
                .hasMessageStartingWith("this drive does not count what it writes to flash");
    }

    @Test
    void refusesCountersThatGoBack() throws Exception {
        DriveCounters later = NvmePages.counters(smart(8), ocp(800), null);
        DriveCounters earlier = NvmePages.counters(smart(7), ocp(900), null);
        assertThatThrownBy(() -> later.since(earlier))
                .isInstanceOf(NoCountersException.class)
                .hasMessageContaining("gone back");
        assertThatThrownBy(() -> NvmePages.counters(smart(9), null, fdp(9, 9)).since(later))
                .hasMessageContaining("is it the same drive");
    }

    @Test
    void tellsWhetherFlashIsBelowHost() {
        assertThat(new MeasuredWrites(100e9, 97e9, 1).isBelowHost()).isTrue();
        assertThat(new MeasuredWrites(100e9, 98e9, 1).isBelowHost()).isFalse();
        assertThat(new MeasuredWrites(3 * 512_000.0, 1.0 * 512_000, 512_000).isBelowHost())
                .isFalse();
    }

    @Test
    void tellsWhetherTooLittleWasWritten() {
        assertThat(new MeasuredWrites(99 * 512_000.0, 1e9, 512_000).hasFewUnits()).isTrue();
        assertThat(new MeasuredWrites(100 * 512_000.0, 1e9, 512_000).hasFewUnits()).isFalse();
        assertThat(new MeasuredWrites(0, 1e9, 512_000).writeAmplification()).isNull();
        assertThat(new MeasuredWrites(99 * 512_000.0, 1e9, 512_000).contradicts(1)).isFalse();
    }
}
