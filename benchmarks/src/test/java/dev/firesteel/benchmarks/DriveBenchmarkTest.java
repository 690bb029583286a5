// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.flash.TranslationLayer;
import dev.firesteel.flash.Victims;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;

class DriveBenchmarkTest {
    private static List<String> measured() throws NoSuchFieldException {
        return Arrays.asList(
                DriveBenchmark.Load.class.getField("victims").getAnnotation(Param.class).value());
    }

    @Test
    void everyPolicyIsMeasured() throws NoSuchFieldException {
        assertThat(measured())
                .hasSameSizeAs(Victims.NAMES)
                .allSatisfy(
                        name -> assertThat(Victims.NAMES).anyMatch(known -> isNamed(known, name)));
    }

    private static boolean isNamed(String known, String name) {
        return Pattern.matches(known.replace("N", "[0-9]+"), name);
    }

    @Test
    void aDriveThatIsMeasuredMovesPages() throws NoSuchFieldException {
        for (String victims : measured()) {
            DriveBenchmark.Load load = new DriveBenchmark.Load();
            load.victims = victims;
            load.spare = 0.11;
            load.blocks = 64;
            load.pagesPerBlock = 16;
            load.overwrites = 3;
            load.fill();
            TranslationLayer drive = load.drive();
            long written = drive.hostWrites();
            long moved = drive.moves();
            for (int i = 0; i < 1_000; i++) new DriveBenchmark().write(load);
            assertThat(drive.hostWrites() - written).as(victims).isEqualTo(1_000);
            assertThat(drive.moves() - moved).as(victims).isPositive();
        }
    }
}
