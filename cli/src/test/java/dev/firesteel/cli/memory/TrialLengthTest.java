// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.memory.Keys;
import dev.firesteel.lab.memory.TrialSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialLengthTest {
    @TempDir Path directory = Path.of("");

    private TrialSettings trial(int warmUpSeconds, int seconds) {
        return new TrialSettings(
                directory,
                Path.of("agent"),
                Mode.PERIODIC,
                "127.0.0.1",
                new Workload("a"),
                Keys.ZIPFIAN,
                1000,
                new RowSize(10, 100),
                4,
                warmUpSeconds,
                seconds,
                0,
                false);
    }

    @Test
    void startsAndWarmUpsCountAndTheFirstNodeTwice() {
        Path results = directory.resolve("r");
        // 15 s and four times 25 s make 115; 10 s and once 15 s make 25.
        assertThat(TrialLength.of(4, trial(10, 10), results))
                .isEqualTo(
                        "4 measurements, at least 2 minutes after the rows are loaded; each goes to "
                                + results);
        assertThat(TrialLength.of(1, trial(5, 5), results))
                .startsWith("1 measurement, at least 1 minute after");
    }

    @Test
    void howLongTheRestTakesIsNotSaid() throws Exception {
        Path results = Files.createFile(directory.resolve("r"));
        assertThat(TrialLength.of(4, trial(10, 10), results))
                .isEqualTo("4 measurements in all; those in " + results + " are not repeated");
    }
}
