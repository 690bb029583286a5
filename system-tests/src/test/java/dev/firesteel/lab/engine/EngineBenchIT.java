// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.lab.JsonLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineBenchIT {
    private static final Path PROGRAM = Path.of("..", "benchmarks", "target");
    private static final long JOURNAL_BYTES = 20 << 20;
    private static final int SEGMENT_BYTES = 2 << 20;

    @TempDir Path directory = Path.of("");

    private final List<String> told = new ArrayList<>();

    @Test
    @Tag("full")
    void measuresTheEngineAndTheDriveSideBySideAndLeavesNothingBehind() throws Exception {
        assumeThat(PROGRAM.resolve("peers")).as("the benchmarks are not built").exists();
        EngineSettings settings = settings();
        EngineBench bench = new EngineBench(settings, EngineBenchIT::format, listener());
        bench.run();
        assertThat(told).containsExactly("1 firesteel", "measured", "2 drive", "measured");
        try (var left = Files.walk(directory).filter(Files::isRegularFile)) {
            assertThat(left).containsExactly(settings.directory().resolve("lock"));
        }

        JsonNode results = json(settings, bench).path("results");
        assertThat(results).hasSize(2).allSatisfy(EngineBenchIT::assertPlausible);
        // Includes header and padding.
        double writeBytes = results.get(0).path("requestBytes").asDouble();
        assertThat(writeBytes).isGreaterThan(1000);
        assertThat(results.get(1).path("requestBytes").asDouble())
                .isBetween(writeBytes - 4096, writeBytes + 4096);
    }

    private EngineSettings settings() {
        return new EngineSettings(
                directory.resolve("bench"),
                PROGRAM,
                List.of(Peer.DRIVE, Peer.FIRESTEEL),
                List.of(1000),
                List.of(2),
                1,
                1,
                1,
                128 << 20,
                JOURNAL_BYTES,
                1,
                null);
    }

    private static void format(Path journal) throws IOException {
        new JournalFormat(JOURNAL_BYTES, SEGMENT_BYTES, 28, 12).write(journal, (written, of) -> {});
    }

    private EngineListener listener() {
        return new EngineListener() {
            @Override
            public void starting(int step, int round, Peer peer, EngineCell cell) {
                told.add(step + " " + peer.title());
            }

            @Override
            public void measured(EngineMeasurement measurement) {
                told.add("measured");
            }

            @Override
            public void leftOut(Peer peer, String why, int measurements) {
                told.add(why);
            }
        };
    }

    private static JsonNode json(EngineSettings settings, EngineBench bench) throws Exception {
        EngineReport report =
                EngineReport.of("0", "5", settings, bench.measurements(), bench.leftOut());
        assertThat(report.isComplete()).isTrue();
        return new ObjectMapper().readTree(JsonLine.of(report));
    }

    private static void assertPlausible(JsonNode result) {
        assertThat(result.path("threads").asInt()).isEqualTo(2);
        assertThat(result.path("bytes").asInt()).isEqualTo(1000);
        double rate = result.path("appendsPerSecond").asDouble();
        assertThat(rate).isPositive();
        assertThat(result.path("rounds").get(0).asDouble()).isEqualTo(rate);
        assertThat(result.path("megabytesPerSecond").asDouble()).isPositive();
        double p50 = result.path("p50Micros").asDouble();
        assertThat(p50).isPositive();
        assertThat(result.path("p99Micros").asDouble()).isGreaterThanOrEqualTo(p50);
    }
}
