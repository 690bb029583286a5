// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.drive.DriveModel;
import dev.firesteel.lab.drive.Placing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class SimulatedDriveTest {
    private final SimulatedDrive.Converter converter = new SimulatedDrive.Converter();

    @Test
    void readsAPresetAndKeys() {
        assertThat(converter.convert("tlc"))
                .isEqualTo(
                        new SimulatedDrive(
                                new DriveModel("tlc", null, null, 1, 16, 1),
                                Size.parse("8GiB"),
                                null));
        assertThat(
                        converter.convert(
                                "disk7k,size=4GiB,cache=0B,drives=6,stripe=256KiB,dilation=2.5"))
                .isEqualTo(
                        new SimulatedDrive(
                                new DriveModel("disk7k", null, 0, 6, 64, 2.5),
                                Size.parse("4GiB"),
                                null));
        assertThat(converter.convert("tlc,streams=linux4").placing()).isEqualTo(Placing.LINUX4);
        assertThat(converter.convert("tlc,streams=none").placing()).isEqualTo(Placing.NONE);
        assertThat(converter.convert("mlc,spare=7%").model().spare()).isEqualTo(0.07);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "tape | a drive must be one of slc, mlc, tlc, qlc, disk7k, disk10k, not 'tape'",
                "tlc,size | 'size' is not KEY=VALUE with a key of size, dilation, spare,",
                "tlc,speed=1 | 'speed=1' is not KEY=VALUE with a key of size, dilation,",
                "tlc,spare=0.1,spare=0.1 | 'spare' is given twice",
                "tlc,spare=1 | 'spare' must lie between 0 and 1, not be 1",
                "tlc,size=1GB | '1GB' is not a size, such as 4GiB",
                "tlc,size=1TiB | 'size' must be 512MiB to 64GiB, not 1TiB",
                "tlc,dilation=fast | 'dilation=fast' is not a number",
                "tlc,dilation=0 | the dilation must be 1 to 1,000, not 0",
                "tlc,drives=2.5 | 'drives=2.5' is not a whole number",
                "tlc,size=512MiB,drives=64 | 2048 logical pages leave no spare",
                "tlc,drives=65 | an array has 1 to 64 drives, not 65",
                "tlc,stripe=1KiB | a stripe has at least 1 page, not 0",
                "tlc,cache=0B | the write cache of a flash drive is that of its preset",
                "disk7k,cache=9TiB | 'cache=9TiB' is too large",
                "disk7k,streams=none | a disk has no streams: leave 'streams' out",
                "tlc,streams=seed8 | 'streams' must be one of none, linux4, seed9, not 'seed8'",
                "disk7k,spare=0.1 | a disk has no spare"
            })
    void saysWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageStartingWith(message);
    }
}
