// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.SyntheticLoad;
import dev.firesteel.flash.SyntheticRun;
import org.junit.jupiter.api.Test;

class PresetTest {
    private static Timing run(Preset preset, HostLoad host) {
        DriveGeometry geometry =
                DriveGeometry.ofSpare(preset.spare(), 16, preset.pagesPerBlock(), 1);
        SyntheticRun run = new SyntheticRun(geometry, SyntheticLoad.UNIFORM, 1, "greedy", 1, 4, 1);
        return new TimedRun(run, preset.flash(), host).result().timing();
    }

    /** Samsung 970 PRO, 512 GB: up to 370,000 random reads of 4 KiB a second, four times 32. */
    @Test
    void aPublishedDriveReadsAsFastAsItsDataSheetSays() {
        assertThat(run(Preset.of("mlc"), new HostLoad(1, 0, 128, 0)).opsPerSecond())
                .isCloseTo(370_000, withinPercentage(5));
    }

    /** A read that finds its plane and channel idle takes the time of the data sheet. */
    @Test
    void anIdleDriveReadsInTheTimeOfItsFlash() {
        for (Preset each : Preset.ALL) {
            FlashTimes times = each.flash().times();
            assertThat(run(each, new HostLoad(1, 0, 1, 0)).reads().mean() * 1e3)
                    .as(each.name())
                    .isCloseTo((double) times.read() + times.transfer(), withinPercentage(0.1));
        }
    }

    @Test
    void everyDriveKeepsUpWithALittle() {
        for (Preset each : Preset.ALL)
            assertThat(run(each, new HostLoad(0.7, 500, 32, 0)).keepsUp()).as(each.name()).isTrue();
    }

    @Test
    void namesThoseThereAre() {
        assertThat(Preset.of("TLC").name()).isEqualTo("tlc");
        assertThatThrownBy(() -> Preset.of("nvme")).hasMessageContaining("slc, mlc, tlc, qlc");
    }
}
