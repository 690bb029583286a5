// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.Spoken;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.memory.CacheHits;
import dev.firesteel.lab.memory.CacheResult;
import dev.firesteel.lab.memory.CacheResult.Hits;
import dev.firesteel.lab.memory.CacheSettings;
import dev.firesteel.lab.memory.Keys;
import dev.firesteel.lab.memory.StoredRows;
import dev.firesteel.lab.memory.TrialSettings;
import dev.firesteel.memory.BudgetException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CachesVerbTest {
    @Test
    void whatCannotBeMeasuredIsRefused() {
        refuses("no node could start with 512MiB", "--budget", "512MiB");
        refuses("at most 20000000 rows", "--data", "100GiB");
        refuses("keys are chosen zipfian", "--keys", "hot");
        refuses("--chunk-cache must be 0 to below 1, not 1.0", "--chunk-cache", "1");
    }

    private static void refuses(String message, String... options) {
        String[] words = new String[2 + options.length];
        words[0] = "memory";
        words[1] = "caches";
        System.arraycopy(options, 0, words, 2, options.length);
        Spoken spoken = Spoken.by(words);
        assertThat(spoken.exitCode()).as(spoken.err()).isEqualTo(2);
        assertThat(spoken.err()).contains(message);
    }

    @Test
    void tellsWhatWasAnsweredBesideWhatIsExpected() throws Exception {
        Hits pages = new Hits(500 << 20, 25_600, 0.31, 0.304, 0.41);
        assertThat(text(128, null, pages).lines())
                .noneMatch(line -> line.contains("WARNING"))
                .anyMatch(line -> line.startsWith("1000 reads, c, keys uniform, 1000 rows of 10 x"))
                .anyMatch(line -> line.contains(": 14.0 KiB from the drive for each"))
                .contains("page cache       500MiB     25600    31.0 %    30.4 %    41.0 %");
        Hits behind = new Hits(500 << 20, 25_600, 0.31, null, null);
        assertThat(text(8192, new Hits(1 << 20, 64, 0.5, 0.25, 0.75), behind).lines())
                .anyMatch(line -> line.startsWith("WARNING: the kernel reads up to 8192 KiB"))
                .contains(
                        "chunk cache        1MiB        64    50.0 %    25.0 %    75.0 %",
                        "page cache       500MiB     25600    31.0 %         -         -");
    }

    private static CacheText text(int readAhead, @Nullable Hits chunkCache, Hits pageCache)
            throws BudgetException {
        LayoutOptions layout = new LayoutOptions();
        layout.budget = Size.parse("2GiB");
        layout.memtables = "heap_buffers";
        layout.process = Size.parse("300MiB");
        layout.heapRest = Size.parse("512MiB");
        layout.keyCache = Size.parse("50MiB");
        TrialSettings trial =
                new TrialSettings(
                        Path.of("here"),
                        Path.of("agent"),
                        Mode.BATCH,
                        "127.0.0.1",
                        new Workload("c"),
                        Keys.UNIFORM,
                        1_000,
                        new RowSize(10, 100),
                        4,
                        1,
                        2,
                        0,
                        false);
        return new CacheText(
                new CacheSettings(trial, layout.layout().budget(64 << 20)),
                new CacheResult(
                        new StoredRows(1_000, 1_000_000, 1_000),
                        readAhead,
                        new CacheHits(1_000, 14_336_000, 500 << 20, 0, 0, 0),
                        chunkCache,
                        pageCache));
    }
}
