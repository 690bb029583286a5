// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.flash.replay.DriveSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DriveTextTest {
    private static DriveSpec drive(String text) {
        return new DriveText().convert(text);
    }

    @Test
    void aDriveIsReadAsItsDataSheetHasIt() {
        assertThat(drive("size=1.92TB, spare=7%, block=24MiB, page=16KiB"))
                .isEqualTo(new DriveSpec(1_920_000_000_000L, 0.07, 24 << 20, 16_384, 1));
        assertThat(drive("size=64GiB,spare=0.07,block=8MiB,reserve=3"))
                .isEqualTo(new DriveSpec(64L << 30, 0.07, 8 << 20, 4_096, 3));
    }

    @ParameterizedTest
    @CsvSource({
        "480GB, 480000000000",
        "480 gb, 480000000000",
        "0.5TB, 500000000000",
        "500000MB, 500000000000",
        "1.5GiB, 1610612736",
        "1TiB, 1099511627776",
        "1610612736B, 1610612736",
        "2000000KB, 2000000000",
    })
    void decimalAndBinaryUnitsHaveTheirOwnBytes(String size, long bytes) {
        assertThat(drive("size=" + size + ",spare=0.5,block=1MiB,page=64KiB").bytes())
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.07", "7%", "7 %", "7.0%", ".07", "7e-2"})
    void aSpareFactorMayBeInPercent(String spare) {
        assertThat(drive("size=64GiB,block=8MiB,spare=" + spare).spare()).isEqualTo(0.07);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "size=64GiB,spare=0,07,block=8MiB | 'spare=0,07' has a comma in its number: write a point, 'spare=0.07'",
                "size=1,92TB,spare=0.07,block=8MiB | write a point, 'size=1.92TB'",
                "size=1,920GB,spare=7%,block=8MiB | 'size=1.920GB', or nothing between thousands, 'size=1920GB'",
                "size=64GiB, | there is nothing after 'size=64GiB,': write the drive without blanks, or in quotes",
                "size=64GiB,spare=0.07,block=2MB | 'block=2MB' is 2,000,000 B by its unit, and flash has sizes in powers of two: write 'block=2MiB' for 2,097,152 B, or 'block=2000000B'",
                "size=64GiB,spare=0.07,block=2MiB,page=16KB | write 'page=16KiB' for 16,384 B, or 'page=16000B'",
                "size=64GiB,spare=0.07,block=2MiB,page=1000B | 'page=1000B' is not a whole number of sectors of 512 B",
                "size=64G,spare=0.07,block=2MiB | two meanings: write 'size=64GiB' for 68,719,476,736 B, or 'size=64GB' for 64,000,000,000 B",
                "size=64000000000,spare=0.07,block=2MiB | 'size=64000000000' has no unit: for bytes write 'size=64000000000B'",
                "size=64furlongs,spare=0.07,block=2MiB | has an unknown unit",
                "size=much,spare=0.07,block=2MiB | 'size=much' is not a size: write a number and a unit",
                "size=64GiB,spare=7,block=2MiB | for 7 percent write 'spare=7%'",
                "size=64GiB,spare=some,block=2MiB | spare must be a number such as 0.07 or 7%, not 'some'",
                "size=9999999999999TiB,spare=0.07,block=2MiB | is too large",
            })
    void theCauseIsNamedWithTheNumberToWrite(String text, String message) {
        assertThatThrownBy(() -> drive(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining(message);
    }
}
