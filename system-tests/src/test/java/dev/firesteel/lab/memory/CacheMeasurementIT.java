// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Layout;
import dev.firesteel.memory.MemtableAllocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class CacheMeasurementIT {
    @TempDir Path directory = Path.of("");

    /** All rows fit into either cache: after the first reads the drive gets no requests. */
    @Test
    void whatHasRoomIsAnsweredByTheChunkCacheWhereThereIsOneAndByThePageCacheElsewhere()
            throws Exception {
        assumeThat(Settings.isMemoryLimited()).as("no right to limit memory").isTrue();
        CacheResult pages = measured(0);
        assertThat(pages.chunkCache()).isNull();
        assertThat(pages.answers().chunkRequests()).isZero();
        assertThat(pages.answers().reads()).isPositive();
        assertThat(pages.rows().dataBytes()).isBetween(800_000L, 2_000_000L);
        assertThat(pages.rows().indexBytes()).isBetween(1_000L, 100_000L);
        assertThat(pages.pageCache().measured()).isBetween(0.95, 1.0);
        assertThat(pages.pageCache().expected()).isEqualTo(1);

        CacheResult both = measured(0.5);
        CacheResult.Hits chunks = requireNonNull(both.chunkCache());
        assertThat(chunks.roomBytes()).isBetween(50L << 20, 500L << 20);
        assertThat(both.answers().chunkRequests()).isPositive();
        assertThat(chunks.measured()).isBetween(0.95, 1.0);
        assertThat(chunks.expected()).isEqualTo(1);

        try (var left = Files.list(directory.resolve("calibration"))) {
            assertThat(left).extracting(Path::getFileName).containsExactly(Path.of("lock"));
        }
    }

    private CacheResult measured(double chunkCache) throws Exception {
        Layout layout =
                new Layout(
                        1536 * Budget.MIB,
                        MemtableAllocation.HEAP_BUFFERS,
                        0,
                        chunkCache,
                        16 * Budget.MIB,
                        0,
                        400 * Budget.MIB,
                        2 * Budget.MIB,
                        300 * Budget.MIB,
                        0);
        CacheMeasurement measurement =
                new CacheMeasurement(
                        new CacheSettings(fewRows(), layout.budget(16 * Budget.MIB)),
                        CacheMeasurementIT::noJournal,
                        new SilentTrials(),
                        System::nanoTime);
        assertThat(measurement.result()).isNull();
        measurement.run();
        return requireNonNull(measurement.result());
    }

    /**
     * Returns settings with few rows, so that even a slow node has read each chunk before the
     * measurement.
     */
    private TrialSettings fewRows() {
        TrialSettings trial =
                Settings.trial(
                        "127.0.43.12", directory, Path.of("unused"), Mode.BATCH, "c", Keys.UNIFORM);
        return new TrialSettings(
                trial.directory(),
                trial.agent(),
                trial.mode(),
                trial.address(),
                trial.workload(),
                trial.keys(),
                1_000,
                trial.row(),
                trial.clients(),
                3,
                2,
                0,
                false);
    }

    private static void noJournal(Path journal) throws IOException {
        throw new IOException("nobody asked for " + journal);
    }
}
