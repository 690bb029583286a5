// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.wear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads attributes of drives that smartctl_exporter has recorded (its directory testdata). */
class AtaAttributesTest {
    private static final long MIB32 = 32L << 20;

    private static String attribute(int id, String name, long raw) {
        return "{\"id\":%d,\"name\":\"%s\",\"raw\":{\"value\":%d}}".formatted(id, name, raw);
    }

    private static String output(String... attributes) {
        return "{\"logical_block_size\":512,\"ata_smart_attributes\":{\"table\":[%s]}}"
                .formatted(String.join(",", attributes));
    }

    @ParameterizedTest
    @CsvSource({"INTEL SSDSC2KB960G7, 12755342, 26106552", "INTEL SSDSC2BB480G7, 849547, 2286373"})
    void readsUnitsOfTheName(String model, long host, long media) throws Exception {
        DriveCounters counters =
                AtaAttributes.counters(
                        output(
                                attribute(9, "Power_On_Hours", 17),
                                attribute(241, "Host_Writes_32MiB", host),
                                attribute(243, "NAND_Writes_32MiB", media)));
        assertThat(counters)
                .as(model)
                .isEqualTo(
                        new DriveCounters(
                                "ATA attributes Host_Writes_32MiB and NAND_Writes_32MiB",
                                BigInteger.valueOf(host * MIB32),
                                BigInteger.valueOf(media * MIB32),
                                MIB32));
    }

    @Test
    void readsSectorsBesideUnitsOfFlash() throws Exception {
        DriveCounters counters =
                AtaAttributes.counters(
                        output(
                                attribute(241, "Total_LBAs_Written", 4_194_304),
                                attribute(249, "NAND_Writes_1GiB", 3)));
        assertThat(counters.hostBytes()).isEqualTo(BigInteger.valueOf(2L << 30));
        assertThat(counters.mediaBytes()).isEqualTo(BigInteger.valueOf(3L << 30));
        assertThat(counters.unitBytes()).isEqualTo(1L << 30);
    }

    @Test
    void readsTheSizeOfASector() throws Exception {
        String json =
                output(
                                attribute(241, "Total_LBAs_Written", 3),
                                attribute(249, "NAND_Writes_1GiB", 3))
                        .replace("\"logical_block_size\":512", "\"logical_block_size\":4096");
        assertThat(AtaAttributes.counters(json).hostBytes())
                .isEqualTo(BigInteger.valueOf(3 * 4_096));
    }

    /** A SanDisk SD8SN8U256G1122. */
    @Test
    void doesNotTakeACounterThatLeavesOutAPartOfTheFlash() {
        assertThatThrownBy(
                        () ->
                                AtaAttributes.counters(
                                        output(
                                                attribute(233, "Total_NAND_Writes_GiB", 1_437),
                                                attribute(241, "Total_Writes_GiB", 2_426))))
                .hasMessageContaining("does not count what it writes to flash");
    }

    /** A Micron 5300 (MTFDDAK1T9TDS), whose collector has written twice as much as its host. */
    @Test
    void readsPages() throws Exception {
        DriveCounters counters =
                AtaAttributes.counters(
                        output(
                                attribute(246, "Total_LBAs_Written", 130_006_927_240L),
                                attribute(247, "Host_Program_Page_Count", 4_062_707_571L),
                                attribute(248, "Bckgnd_Program_Page_Cnt", 8_824_675_195L)));
        assertThat(counters.source())
                .isEqualTo("ATA attributes Host_Program_Page_Count and Bckgnd_Program_Page_Cnt");
        double factor = counters.mediaBytes().doubleValue() / counters.hostBytes().doubleValue();
        assertThat(factor).isBetween(3.1721, 3.1722);
        // The drive's own count of sectors agrees with pages of 16 KiB.
        assertThat(counters.hostBytes().doubleValue() / (130_006_927_240.0 * 512))
                .isBetween(0.999, 1.001);
    }

    @Test
    void saysWhyADriveHasNoCounters() {
        assertThatThrownBy(
                        () ->
                                AtaAttributes.counters(
                                        output(
                                                attribute(9, "Power_On_Hours", 17),
                                                attribute(241, "Total_LBAs_Written", 5))))
                .isInstanceOf(NoCountersException.class)
                .hasMessage(
                        "this drive does not count what it writes to flash: no attribute known for that is among Power_On_Hours, Total_LBAs_Written");
        assertThatThrownBy(
                        () ->
                                AtaAttributes.counters(
                                        "{\"smartctl\":{\"messages\":[{\"string\":\"Permission denied\"}]}}"))
                .hasMessage("smartctl reads no attributes of this drive: Permission denied");
        assertThatThrownBy(() -> AtaAttributes.counters("smartctl 6.6"))
                .hasMessageContaining("no JSON");
    }
}
