// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramLogTest {
    @TempDir Path directory = Path.of("");

    /** HdrHistogram's own reader reads the log. */
    @Test
    void eachIntervalHasAHistogramOfEachOperation() throws Exception {
        Path file = directory.resolve("a.hlog");
        Intervals intervals = new Intervals();
        try (HistogramLog log = HistogramLog.create(file, "test", System.currentTimeMillis())) {
            intervals.record("read", 1_000_000);
            intervals.record("read", 3_000_000);
            intervals.record("update", 2_000_000);
            log.add(intervals.next());
            intervals.record("update", 5_000_000);
            log.add(intervals.next());
        }
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            assertIs(reader.nextIntervalHistogram(), "READ", 2, 3_000_000);
            assertIs(reader.nextIntervalHistogram(), "UPDATE", 1, 2_000_000);
            assertIs(reader.nextIntervalHistogram(), "UPDATE", 1, 5_000_000);
            assertThat(reader.hasNext()).isFalse();
        }
    }

    private static void assertIs(
            EncodableHistogram found, String tag, long count, long highestNanos) {
        Histogram histogram = (Histogram) found;
        assertThat(histogram.getTag()).isEqualTo(tag);
        assertThat(histogram.getTotalCount()).isEqualTo(count);
        assertThat(histogram.getMaxValue()).isBetween(highestNanos, highestNanos * 1001 / 1000);
    }

    @Test
    void aFileThatIsThereIsLeftAlone() throws Exception {
        Path file = Files.writeString(directory.resolve("notes"), "mine");
        assertThatThrownBy(() -> HistogramLog.create(file, "test", 0))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("mine");
    }
}
