// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacingTest {
    private static final Path DATA = Path.of("/data/k/t-1/nb-3gld_0k5e_1-big-Data.db");

    private static List<Integer> byHint(Placing placing) {
        return LongStream.rangeClosed(0, 5).mapToObj(hint -> placing.stream(DATA, hint)).toList();
    }

    /** Linux treats files without a hint, and those with the hint "none", the same. */
    @Test
    void givesEachLifetimeAStream() {
        assertThat(byHint(Placing.LINUX4)).containsExactly(0, 0, 1, 2, 3, 4);
        assertThat(byHint(Placing.NONE)).containsOnly(0);
    }

    /** Medium, long and extreme are the levels of data; the preset gives it no other. */
    @Test
    void givesEachLevelAStream() {
        assertThat(byHint(Placing.SEED9)).containsExactly(7, 7, 7, 7, 8, 9);
    }

    @ParameterizedTest
    @CsvSource({
        "journal, log",
        "journal.firesteel-new, log",
        "commitlog/CommitLog-7-1.log, log",
        "data/k/t-1/nb-1-big-Index.db, index",
        "data/k/t-1/da-1-bti-Partitions.db, index",
        "data/k/t-1/.i/nb-1-big-Data.db, index",
        "data/k/t-1/da-1-bti-SAI+aa+i+Meta.db, index",
        "data/k/t-1/nb-1-big-Summary.db, summary",
        "data/k/t-1/nb-1-big-Filter.db, filter",
        "data/k/t-1/nb-1-big-Statistics.db, statistics",
        "data/k/t-1/nb-1-big-CompressionInfo.db, small",
        "data/k/t-1/nb-1-big-TOC.txt.tmp, small",
        "saved_caches/KeyCache-g.db, small",
        "hints/01234567-89ab-cdef-0123-456789abcdef-1-2.hints, other",
        "logs/system.log, other",
    })
    void givesEachKindAStream(Path file, String stream) {
        for (int hint = 0; hint <= 5; hint++)
            assertThat(Placing.SEED9.streamNames().get(Placing.SEED9.stream(file, hint)))
                    .isEqualTo(stream);
    }

    @Test
    void hasNames() {
        assertThat(Placing.names()).containsExactly("none", "linux4", "seed9");
        assertThat(Placing.of("linux4")).contains(Placing.LINUX4);
        assertThat(Placing.of("LINUX4")).isEmpty();
    }
}
