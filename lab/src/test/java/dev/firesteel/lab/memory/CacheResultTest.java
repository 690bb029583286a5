// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.KeyDistribution;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CacheResultTest {
    /** 16 rows of 1 KiB in each of 1 000 chunks of 16 KiB, and an index of 1 MB. */
    private static final StoredRows ROWS = new StoredRows(16_000, 16_384_000, 1_000_000);

    private static final KeyDistribution UNIFORM = KeyDistribution.uniform(16_000);

    /** A chunk takes 20 KiB of pages, a row 21 KiB: one row of 16 spans two chunks. */
    @Test
    void whatThePageCacheAnswersIsWhatDidNotComeFromTheDrive() {
        long room = 1_000_000 + 250 * 20 * 1024L;
        CacheResult result =
                CacheResult.of(
                        ROWS,
                        UNIFORM,
                        OptionalInt.empty(),
                        new CacheHits(1_000, 700 * 21 * 1024L, room, 0, 0, 0));
        assertThat(result.chunkCache()).isNull();
        assertThat(result.readAheadKib()).isNull();
        CacheResult.Hits pages = result.pageCache();
        assertThat(pages.chunks()).isEqualTo(250);
        assertThat(pages.roomBytes()).isEqualTo(250 * 20 * 1024L);
        assertThat(pages.measured()).isEqualTo(0.3, within(1e-9));
        assertThat(pages.expected()).isEqualTo(0.25, within(1e-6));
        assertThat(pages.best()).isEqualTo(0.25, within(1e-6));
    }

    @Test
    void aPageCacheBehindAChunkCacheAnswersWhatThatDoesNot() {
        CacheResult result =
                CacheResult.of(
                        ROWS,
                        UNIFORM,
                        OptionalInt.empty(),
                        new CacheHits(1_000, 300 * 20 * 1024L, 2_000_000, 100 << 14, 2_120, 1_520));
        CacheResult.Hits chunks = requireNonNull(result.chunkCache());
        assertThat(chunks.chunks()).isEqualTo(100);
        // 600 loads for reads that need 1 062.5 chunks, each requested twice.
        assertThat(chunks.measured()).isEqualTo(1 - 600 / 1062.5, within(1e-9));
        assertThat(chunks.expected()).isEqualTo(0.1, within(1e-6));
        assertThat(result.pageCache().measured()).isEqualTo(0.5, within(1e-9));
        assertThat(result.pageCache().expected()).isNull();
    }

    @Test
    void whereNothingWasNeededNothingIsMissing() {
        CacheResult idle =
                CacheResult.of(
                        ROWS, UNIFORM, OptionalInt.of(8), new CacheHits(10, 0, 0, 100 << 14, 0, 0));
        assertThat(requireNonNull(idle.chunkCache()).measured()).isEqualTo(1);
        assertThat(idle.pageCache().measured()).isEqualTo(1);
        assertThat(idle.readAheadKib()).isEqualTo(8);
        assertThat(idle.pageCache().roomBytes()).isZero();
        CacheResult ahead =
                CacheResult.of(
                        ROWS, UNIFORM, OptionalInt.of(128), new CacheHits(1, 1 << 20, 0, 0, 0, 0));
        assertThat(ahead.pageCache().measured()).isZero();
        assertThat(ahead.pageCache().expected()).isZero();
    }

    @Test
    void rowsThatAreLargerThanAChunkAreReadAsAWhole() {
        StoredRows large = new StoredRows(10, 10 * 65_536, 0);
        assertThat(large.rowsPerChunk()).isEqualTo(1);
        assertThat(large.chunkBytesInPages()).isEqualTo(65_536 + 4_096);
    }

    @Test
    void onlyReadsAreMeasuredAndNotOfMoreRowsThanCanBeLookedAt() {
        assertThatThrownBy(() -> settings("95/5", 1_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--workload 95/5 does not only read");
        assertThatThrownBy(() -> settings("c", 3_000_000_000L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 20000000 rows")
                .hasMessageContaining("not 3000000000");
        assertThat(settings("100/0", 1_000).distribution().keys()).isEqualTo(1_000);
    }

    private static CacheSettings settings(String workload, long rows) {
        return new CacheSettings(
                new TrialSettings(
                        Path.of("here"),
                        Path.of("agent"),
                        Mode.BATCH,
                        "127.0.43.10",
                        new Workload(workload),
                        Keys.UNIFORM,
                        rows,
                        new RowSize(10, 100),
                        4,
                        1,
                        2,
                        0,
                        false),
                Budget.byDefault(Settings.layout(1536)));
    }
}
