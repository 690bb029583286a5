// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Spoken;
import dev.firesteel.lab.wear.MeasuredWrites;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WearMeasurementTest {
    @Test
    void comparesKernelHostAndFlash() {
        assertThat(WearMeasurement.lines(new MeasuredWrites(2e9, 3e9, 512_000), 2_000_000_000, 100))
                .containsExactly(
                        "kernel          2.000 GB written,     20.000 MB/s",
                        "host            2.000 GB written,     20.000 MB/s",
                        "flash           3.000 GB written,     30.000 MB/s",
                        "write amplification 1.5000");
    }

    @Test
    void warnsOfFewUnitsAndOfOtherUnits() {
        assertThat(WearMeasurement.lines(new MeasuredWrites(1_024_000, 2e6, 512_000), 5, 1))
                .contains(
                        "WARNING: little was written: the drive counts in 512,000 bytes, so this may be wrong by 50 %");
        assertThat(WearMeasurement.lines(new MeasuredWrites(2e9, 3e9, 512), 62_500_000, 1))
                .contains(
                        "WARNING: kernel and drive differ in what the host wrote: another namespace or host writes to the drive, or the unit of its counter is another");
        assertThat(WearMeasurement.lines(new MeasuredWrites(2e9, 1.9e9, 512), 2_000_000_000, 1))
                .contains(
                        "WARNING: less to flash than from the host: the drive compresses, or its counter leaves out a part of the flash");
        assertThat(WearMeasurement.lines(new MeasuredWrites(0, 5e6, 512), 0, 1))
                .contains(
                        "write amplification unknown: the drive has counted no write of the host");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/no/such/drive | 1 | firesteel: there is no /no/such/drive",
                "/proc | 1 | firesteel: no drive is known behind /proc: give its block device",
                "/proc --seconds 0 | 2 | --seconds must be at least 1, not 0"
            })
    void saysWhatIsWrong(String arguments, int exitCode, String message) {
        Spoken spoken = Spoken.by(("endurance measure " + arguments).split(" "));
        assertThat(spoken.exitCode()).isEqualTo(exitCode);
        assertThat(spoken.err()).contains(message);
    }
}
