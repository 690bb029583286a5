// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.flash.ImpossibleGeometryException;
import dev.firesteel.lab.JsonLine;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DriveModelTest {
    private static final long BYTES = 512L << 20;

    private static DriveModel of(String preset) {
        return new DriveModel(preset, null, null, 1, 16, 1);
    }

    @ParameterizedTest
    @MethodSource("dev.firesteel.lab.drive.DriveModel#presets")
    void everyPresetMakesADriveOfTheSizeAskedFor(String preset) throws Exception {
        assertThat(of(preset).device(BYTES, 1).pages())
                .isGreaterThanOrEqualTo((int) (BYTES / 4_096));
        assertThat(of(preset).source()).isNotBlank();
        assertThat(of(preset).readNanos()).isBetween(30_000.0, 15_000_000.0);
        DriveModel array = new DriveModel(preset, null, null, 6, 16, 3);
        assertThat(array.device(BYTES, 1).pages()).isGreaterThanOrEqualTo((int) (BYTES / 4_096));
        assertThat(array.readNanos()).isEqualTo(3 * of(preset).readNanos());
        assertThat(JsonLine.read(JsonLine.of(array), DriveModel.class)).isEqualTo(array);
    }

    @ParameterizedTest
    @CsvSource({"1,16", "3,16", "4,16", "7,1", "3,1000000", "4,32768", "1,1000000"})
    void stripesAddNoMoreThanTheirRestToADrive(int drives, int stripePages) {
        DriveModel array = new DriveModel("tlc", null, null, drives, stripePages, 1);
        int pages = (int) (BYTES / 4_096);
        assertThat(array.device(BYTES, 1).pages()).isBetween(pages, pages + 16 * drives);
        assertThat(array.blockBytes(BYTES).orElseThrow()).isPositive();
    }

    @Test
    void holdsAPartOfAPage() {
        assertThat(of("tlc").device(BYTES + 1, 1).pages()).isEqualTo((int) (BYTES / 4_096) + 1);
    }

    @Test
    void refusesStripesThatLeaveADriveEmpty() {
        assertRefused(
                () -> new DriveModel("tlc", null, null, 3, 40_000, 1).device(BYTES, 1),
                "stripes of 40,000 pages leave much of drives of 43,691 empty: take shorter ones, or one as long as a drive");
        DriveModel disks = new DriveModel("disk7k", null, null, 3, 40_000, 1);
        assertThat(disks.device(BYTES, 1).pages()).isGreaterThan((int) (BYTES / 4_096));
    }

    @Test
    void saysWhatItIs() {
        assertThat(of("tlc")).hasToString("tlc");
        assertThat(new DriveModel("tlc", 0.2, null, 1, 16, 40))
                .hasToString("tlc, spare 0.2, 40.00 times slower");
        assertThat(new DriveModel("disk7k", null, 0, 6, 16, 1))
                .hasToString("6 x disk7k, cache of 0 pages");
    }

    @Test
    void refusesWhatCannotBe() {
        assertRefused(
                () -> of("tape"),
                "a drive must be one of slc, mlc, tlc, qlc, disk7k, disk10k, not 'tape'");
        assertRefused(() -> new DriveModel("disk7k", 0.1, null, 1, 16, 1), "a disk has no spare");
        assertRefused(
                () -> new DriveModel("tlc", null, 0, 1, 16, 1),
                "the write cache of a flash drive is that of its preset");
        assertRefused(
                () -> new DriveModel("tlc", null, null, 0, 16, 1),
                "an array has 1 to 64 drives, not 0");
        assertRefused(
                () -> new DriveModel("tlc", null, null, 1, 0, 1),
                "a stripe has at least 1 page, not 0");
        assertRefused(
                () -> new DriveModel("tlc", null, null, 1, 16, 0.5),
                "the dilation must be 1 to 1,000, not 0.5");
        assertRefused(() -> of("disk7k").device(1L << 42, 1), "disk7k has 500,");
    }

    private static void assertRefused(ThrowingCallable made, String message) {
        assertThatThrownBy(made)
                .isInstanceOf(ImpossibleGeometryException.class)
                .hasMessageStartingWith(message);
    }
}
