// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.firesteel.journal.JournalFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class ReplayBenchIT {
    private static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");
    private static final long LOG_BYTES = 8 << 20;
    private static final long JOURNAL_BYTES = 320 << 20;
    private static final int SEGMENT_BYTES = 32 << 20;
    private static final double MIB = 1 << 20;

    @TempDir Path directory = Path.of("");

    private final List<String> told = new ArrayList<>();

    @Test
    void replaysInEachModeWhatWasWrittenAndLeavesNothingBehindButResults() throws Exception {
        assumeThat(AGENT).as("the agent is not built").exists();
        ReplaySettings settings = settings();
        ReplayBench bench =
                new ReplayBench(
                        settings,
                        ReplayBenchIT::format,
                        listener(),
                        System::nanoTime,
                        Instant.parse("2026-11-26T17:00:00Z"));
        bench.run();
        assertThat(told).containsSubsequence("1 batch", "loading", "killed", "measured");
        assertThat(told).containsSubsequence("2 firesteel", "loading", "killed", "measured");
        assertThat(Files.readAllLines(settings.results()))
                .hasSize(2)
                .allSatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith(
                                                "{\"began\":\"2026-11-26T17:00:00Z\",\"round\":1,\"mode\":"));
        assertThat(settings.directory().resolve("firesteel-node")).doesNotExist();
        assertThat(bench.measurements())
                .hasSize(2)
                .allSatisfy(one -> assertPlausible(one, settings.rows()));
    }

    private ReplaySettings settings() {
        return new ReplaySettings(
                directory.resolve("bench"),
                AGENT,
                List.of(Mode.BATCH, Mode.FIRESTEEL),
                1,
                null,
                LOG_BYTES,
                new RowSize(10, 100),
                new ServerSettings("127.0.41.10", 512 << 20, 0, "latest", Map.of()));
    }

    private static void assertPlausible(ReplayMeasurement one, long rows) {
        assertThat(one.rows()).isEqualTo(rows);
        assertThat(one.logBytes() / MIB).isCloseTo(LOG_BYTES / MIB, within(0.5));
        assertThat(one.mutations()).isBetween(rows, rows + 1000);
        assertThat(one.replaySeconds()).isBetween(0.01, one.startSeconds());
        assertThat(one.peakResidentBytes()).isBetween(100L << 20, 4L << 30);
    }

    private static void format(Path journal) throws IOException {
        new JournalFormat(JOURNAL_BYTES, SEGMENT_BYTES, 28, 12).write(journal, (written, of) -> {});
    }

    private ReplayListener listener() {
        return new ReplayListener() {
            @Override
            public void starting(int step, int round, Mode mode) {
                told.add(step + " " + mode.title());
            }

            @Override
            public void loading(long rows, long ofRows, double perSecond) {
                told.add("loading");
            }

            @Override
            public void replaying() {
                told.add("killed");
            }

            @Override
            public void measured(ReplayMeasurement measurement) {
                told.add("measured");
            }
        };
    }
}
