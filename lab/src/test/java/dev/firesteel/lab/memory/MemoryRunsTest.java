// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests refusals before a node is started. */
class MemoryRunsTest {
    @TempDir Path directory = Path.of("");

    private MemoryRuns trials(long records) {
        return new MemoryRuns(
                new TrialSettings(
                        directory,
                        Path.of("agent"),
                        Mode.PERIODIC,
                        "127.0.43.17",
                        new Workload("a"),
                        Keys.ZIPFIAN,
                        records,
                        new RowSize(10, 100),
                        4,
                        1,
                        2,
                        0,
                        false),
                journal -> {},
                new SilentTrials(),
                () -> 0);
    }

    @Test
    void moreMemoryThanThereIs() {
        assertThatThrownBy(() -> trials(1000).prepare(1L << 50))
                .isInstanceOf(CalibrationException.class)
                .hasMessageMatching(
                        "A node cannot be limited to 1073741824 MiB of memory where there are \\d+ MiB: give a smaller --budget");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void moreRowsThanThereIsRoomFor() throws Exception {
        assumeThat(Settings.isMemoryLimited()).as("no right to limit memory").isTrue();
        assertThatThrownBy(() -> trials(1L << 40).prepare(1 << 30))
                .isInstanceOf(CalibrationException.class)
                .hasMessageMatching(
                        "Rows of \\d+ MiB do not fit into "
                                + directory
                                + ", where \\d+ MiB are free: give less --data, or another --directory");
        assertThat(Files.exists(directory.resolve("firesteel-calibration/data/loaded"))).isFalse();
    }
}
