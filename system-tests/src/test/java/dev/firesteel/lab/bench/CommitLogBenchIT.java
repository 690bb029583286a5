// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.lab.JsonLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class CommitLogBenchIT {
    private static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");
    private static final long JOURNAL_BYTES = 320 << 20;
    private static final int SEGMENT_BYTES = 32 << 20;

    @TempDir Path directory = Path.of("");

    private final List<String> told = new ArrayList<>();

    @Test
    void measuresRealNodesSideBySideAndLeavesNothingBehindButResults() throws Exception {
        assumeThat(AGENT).as("the agent is not built").exists();
        BenchSettings settings = settings();
        CommitLogBench bench =
                new CommitLogBench(
                        settings,
                        CommitLogBenchIT::format,
                        listener(),
                        System::nanoTime,
                        Instant.EPOCH);
        bench.run();
        List<Measurement> measurements = bench.measurements();
        assertThat(told).contains("1 none", "2 firesteel", "warming up", "closed loop");
        assertThat(Files.readAllLines(settings.results()))
                .hasSize(measurements.size())
                .allMatch(
                        line -> line.startsWith("{\"began\":\"1970-01-01T00:00:00Z\",\"round\":1"));
        assertThat(told)
                .contains(
                        "system.log - - - commitlog ycsb", "system.log - - journal commitlog ycsb");
        for (Path each : List.of(settings.directory(), log(), sstables()))
            assertThat(each.resolve("firesteel-node")).doesNotExist();

        JsonNode report = json(settings, measurements);
        assertThat(report.path("settings").path("load").path("clients").get(0).asInt())
                .isEqualTo(2);
        assertThat(measurements).hasSize(8);
        assertThat(report.path("results"))
                .hasSize(8)
                .allSatisfy(CommitLogBenchIT::assertPlausible)
                .anySatisfy(result -> assertIs(result, "none", "closed"))
                .anySatisfy(result -> assertIs(result, "firesteel", "open"));
        assertThat(report.path("comparisons"))
                .anySatisfy(
                        pair -> {
                            assertThat(pair.path("sstables").asText()).isEqualTo("b");
                            assertIs(pair, "firesteel", "closed");
                            assertThat(pair.path("against").asText()).isEqualTo("none");
                            assertThat(pair.path("verdict").asText()).isEqualTo("TOO_FEW_ROUNDS");
                        });
    }

    private BenchSettings settings() {
        return new BenchSettings(
                directory.resolve("bench"),
                AGENT,
                List.of(Mode.NONE, Mode.FIRESTEEL),
                1,
                null,
                List.of(new Place("a", log())),
                List.of(new Place("b", sstables())),
                new LoadSettings(
                        List.of(new Workload("50/50")), List.of(2, 1), 2, 2, 0.5, 500, 3, 40),
                new ServerSettings("127.0.41.9", 512 << 20, 0, "latest", Map.of()));
    }

    private Path log() {
        return directory.resolve("a");
    }

    private Path sstables() {
        return directory.resolve("b");
    }

    /** Returns the files that the node has on each drive, in short. */
    private String files() {
        Path own = directory.resolve("bench/firesteel-node");
        Path log = log().resolve("firesteel-node");
        return Stream.of(
                        own.resolve("logs/system.log"),
                        own.resolve("commitlog"),
                        own.resolve("data"),
                        log.resolve("journal"),
                        log.resolve("commitlog"),
                        sstables().resolve("firesteel-node/data/ycsb"))
                .map(each -> Files.exists(each) ? each.getFileName().toString() : "-")
                .collect(Collectors.joining(" "));
    }

    private static void format(Path journal) throws IOException {
        new JournalFormat(JOURNAL_BYTES, SEGMENT_BYTES, 28, 12).write(journal, (written, of) -> {});
    }

    private BenchListener listener() {
        return new BenchListener() {
            @Override
            public void starting(
                    int step, int round, Mode mode, Workload workload, Placement placement) {
                told.add(step + " " + mode.title());
            }

            @Override
            public void working(String at, double perSecond) {
                told.add(at);
                told.add(files());
            }

            @Override
            public void measured(Measurement measurement) {}
        };
    }

    private static JsonNode json(BenchSettings settings, List<Measurement> measurements)
            throws Exception {
        return new ObjectMapper()
                .readTree(
                        JsonLine.of(
                                BenchReport.of(
                                        "0", "5", settings, true, new Comparison(measurements))));
    }

    private static void assertIs(JsonNode node, String mode, String loop) {
        assertThat(node.path("mode").asText()).isEqualTo(mode);
        assertThat(node.path("loop").asText()).isEqualTo(loop);
    }

    private static void assertPlausible(JsonNode result) {
        assertThat(result.path("clients").asInt()).isBetween(1, 2);
        assertThat(result.path("workload").asText()).isEqualTo("50/50");
        double rate = result.path("opsPerSecond").asDouble();
        assertThat(rate).isPositive();
        assertThat(result.path("rounds")).hasSize(1);
        assertThat(result.path("rounds").get(0).asDouble()).isEqualTo(rate);
        double p50 = result.path("p50Micros").asDouble();
        double p99 = result.path("p99Micros").asDouble();
        assertThat(p50).isBetween(10.0, p99);
        assertThat(p99).isBetween(p50, result.path("maxMicros").asDouble());
        assertThat(result.path("operations").path("read").path("p50Micros").asDouble())
                .isPositive();
        assertThat(result.path("operations").path("update").path("p50Micros").asDouble())
                .isPositive();
        assertThat(result.path("cpuMicrosPerOp").asDouble()).isBetween(1.0, 1e6);
        assertThat(result.path("contextSwitchesPerOp").asDouble()).isBetween(0.01, 1e4);
        assertThat(result.path("errors").asLong()).isZero();
        if (result.path("loop").asText().equals("open"))
            assertThat(rate).isLessThan(1.1 * result.path("targetPerSecond").asDouble());
    }
}
