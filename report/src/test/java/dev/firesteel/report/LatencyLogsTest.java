// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyLogsTest {
    private static final int MICRO = 1_000;

    @TempDir Path directory = Path.of("");

    /** Writes a log with two intervals of reads, of 1 to 1000 us each, and one update. */
    private Path log(String name, int times) throws IOException {
        Path file = directory.resolve(name);
        try (PrintStream out =
                new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputStartTime(1_796_090_400_000L);
            writer.setBaseTime(1_796_090_400_000L);
            writer.outputLegend();
            for (int interval = 0; interval < 2; interval++) {
                Histogram reads = new Histogram(3);
                for (int i = 1; i <= 1_000; i++) reads.recordValue((long) i * MICRO * times);
                write(writer, reads, "READ", interval);
            }
            Histogram update = new Histogram(3);
            update.recordValue(7 * MICRO);
            write(writer, update, "UPDATE", 2);
        }
        return file;
    }

    private static void write(
            HistogramLogWriter writer, Histogram histogram, String tag, int second) {
        histogram.setTag(tag);
        histogram.setStartTimeStamp(1_796_090_400_000L + second * 1_000L);
        histogram.setEndTimeStamp(1_796_090_401_000L + second * 1_000L);
        writer.outputIntervalHistogram(histogram);
    }

    @Test
    void drawsEachKindOfOperationWithALineForEachLog() throws Exception {
        Section section =
                new LatencyLogs(
                                List.of(
                                        LatencyLog.read(log("small.hlog", 1)),
                                        LatencyLog.read(log("large.hlog", 3))))
                        .section();
        assertThat(section.source()).isEqualTo("small, large");
        assertThat(section.figures())
                .extracting(Figure::title)
                .containsExactly("READ, latency in µs", "UPDATE, latency in µs");
        Figure reads = section.figures().get(0);
        assertThat(reads.drawing().split("<polyline", -1)).hasSize(3);
        assertThat(reads.drawing()).contains(">90 %<", ">99.9 %<").doesNotContain(">99.99 %<");
        assertThat(reads.data().rows())
                .contains(List.of("small", "50", "500"))
                .contains(List.of("large", "99", "2,972"))
                .contains(List.of("small", "99.95", "1,000"))
                .noneMatch(row -> row.get(1).equals("99.99"));
        assertThat(section.answers().get(0))
                .isEqualTo(
                        "READ, small: 2,000 operations, of which 50 % took 500 µs at most, 99 % took 990 µs at most, 99.9 % took 999 µs at most.");
        assertThat(section.origin().sentences())
                .contains("small: begun on 2026-12-01 at 02:00 UTC.");
    }

    /** A single operation has no distribution to draw; its value stands in the table. */
    @Test
    void oneOperationIsNoLine() throws Exception {
        Section section = new LatencyLogs(List.of(LatencyLog.read(log("a.hlog", 1)))).section();
        assertThat(section.answers().get(1)).isEqualTo("UPDATE, a: 1 operations.");
        Figure updates = section.figures().get(1);
        assertThat(updates.drawing()).isEmpty();
        assertThat(updates.data().rows()).containsExactly(List.of("a", "0", "7"));
    }

    @Test
    void aPageTakesLogsBesideOtherResults() throws Exception {
        Path json = Files.writeString(directory.resolve("a.json"), Samples.YCSB);
        String page = Report.of(List.of(log("a.hlog", 1), json, log("b.hlog", 2)));
        assertThat(page).contains("A workload of YCSB");
        assertThat(page.split("Distribution of latencies", -1)).as("one section").hasSize(3);
    }

    @Test
    void refusesALogWithoutHistograms() throws Exception {
        Path empty = Files.writeString(directory.resolve("empty.hlog"), "#[no histogram]\n");
        assertThatThrownBy(() -> LatencyLog.read(empty))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining("empty.hlog has no histogram");
        String whole = Files.readString(log("whole.hlog", 1));
        for (String text :
                new String[] {
                    whole.replace("HISTF", "HISTG"), // in the middle
                    whole.substring(0, whole.lastIndexOf("Tag=UPDATE") + 20),
                    whole + "not a line of a log\n"
                }) {
            Path damaged = Files.writeString(directory.resolve("damaged.hlog"), text);
            assertThatThrownBy(() -> LatencyLog.read(damaged))
                    .isInstanceOf(ReportException.class)
                    .hasMessageContaining("damaged.hlog is damaged");
        }
        Path part = log("half.hlog.part", 1);
        assertThatThrownBy(() -> LatencyLog.read(part))
                .hasMessageContaining("of a measurement that was not completed");
    }

    @Test
    void logsOfTheSameNameAreToldApart() throws Exception {
        Files.createDirectory(directory.resolve("ssd"));
        Files.createDirectory(directory.resolve("disk"));
        Section section =
                new LatencyLogs(
                                List.of(
                                        LatencyLog.read(log("ssd/a.hlog", 1)),
                                        LatencyLog.read(log("disk/a.hlog", 2))))
                        .section();
        assertThat(section.source()).isEqualTo("ssd/a, disk/a");
    }
}
