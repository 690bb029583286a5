// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.lab.JsonLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class ReplayComparisonTest {
    private static final long MIB = 1 << 20;

    private final List<ReplayMeasurement> measurements = new ArrayList<>();

    @Test
    void dividesWithinARoundByTheFastestOfCassandrasOwn() {
        measure(Mode.BATCH, 10, 20, 10);
        measure(Mode.BATCH_DIRECT, 8, 16, 8);
        measure(Mode.FIRESTEEL, 6, 8, 4);
        ReplayPair pair = pair(Mode.FIRESTEEL, ReplayFigure.REPLAY);
        assertThat(pair.against()).isEqualTo(Mode.BATCH_DIRECT);
        assertThat(pair.rounds()).containsExactly(0.75, 0.5, 0.5);
        assertThat(pair.ratio()).isCloseTo(0.5, within(1e-9));
        assertThat(pair(Mode.BATCH, ReplayFigure.REPLAY).ratio()).isCloseTo(1.25, within(1e-9));
    }

    /** Each figure has its own best mode. */
    @Test
    void comparesMemoryWithWhoeverNeedsLeast() {
        for (int round = 1; round <= 3; round++) {
            measurements.add(one(round, Mode.BATCH, 10, 3000 * MIB));
            measurements.add(one(round, Mode.BATCH_DIRECT, 8, 4000 * MIB));
            measurements.add(one(round, Mode.FIRESTEEL, 8, 2000 * MIB + round));
        }
        ReplayPair pair = pair(Mode.FIRESTEEL, ReplayFigure.PEAK);
        assertThat(pair.against()).isEqualTo(Mode.BATCH);
        assertThat(pair.text())
                .startsWith("peak memory of firesteel against batch: less (95 %: 0.67");
    }

    @Test
    void marksInTheTableWhatIsNoDifference() {
        measure(Mode.BATCH, 10, 10, 10);
        measure(Mode.BATCH_DIRECT, 12, 12.1, 12.2);
        measure(Mode.FIRESTEEL, 9.1, 12.6, 10.6);
        assertThat(lines())
                .anyMatch(
                        line -> line.matches("batch +1024 +926001 +10\\.0 +0 % +102\\.4 .* 1\\.00"))
                .anyMatch(line -> line.matches("batch-direct +1024 .* 1\\.21"))
                .anyMatch(line -> line.matches("firesteel +1024 +926001 +10\\.6 +17 % .* 1\\.06~"))
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "~ replay of firesteel against batch: no difference: the"
                                                + " spread of the rounds, 0.91 1.26 1.06, is"))
                .noneMatch(line -> line.contains("replay of batch-direct against"));
    }

    @Test
    void ranksNothingAfterTwoRounds() {
        measure(Mode.BATCH, 10, 10);
        measure(Mode.FIRESTEEL, 5, 5.1);
        assertThat(lines())
                .anyMatch(
                        line -> line.matches("firesteel .* 0\\.50\\?.*") || line.contains("0.51?"))
                .contains(
                        "? the mode that needs less is unknown after 2 rounds: at least 3 are needed")
                .noneMatch(line -> line.contains("shorter"));
    }

    /** A run may be interrupted at once, or measure only the journal. */
    @Test
    void hasNothingToDivideByWithoutCassandrasOwn() {
        assertThat(lines()).isEmpty();
        measure(Mode.FIRESTEEL, 5, 5, 5);
        assertThat(lines()).anyMatch(line -> line.matches("firesteel .* - +-"));
        assertThat(new ReplayComparison(measurements).pairs()).isEmpty();
    }

    @Test
    void warnsOfWhatMakesFiguresDoubtful() {
        measurements.add(new ReplayMeasurement(2, Mode.BATCH, 1, 1, 1, 1, 1, 1, false, 0.25));
        assertThat(lines())
                .containsSequence(
                        "WARNING: batch, round 2: the log may have been in the page cache: GNU dd",
                        "  (coreutils) is not installed",
                        "WARNING: batch, round 2: other processes used 25 % of the processors");
    }

    @Test
    void tellsMachinesTheSame() throws Exception {
        measure(Mode.BATCH, 10, 11, 12);
        measure(Mode.FIRESTEEL, 5, 6, 4);
        JsonNode report =
                new ObjectMapper()
                        .readTree(JsonLine.of(ReplayReport.of("0", "5", settings(), measurements)));
        assertThat(report.path("isComplete").asBoolean()).isTrue();
        assertThat(report.path("settings").path("logBytes").asLong()).isEqualTo(1024 * MIB);
        JsonNode result = report.path("results").get(1);
        assertThat(result.path("mode").asText()).isEqualTo("firesteel");
        assertThat(result.path("logBytes").asLong()).isEqualTo(1024 * MIB);
        assertThat(result.path("mutations").asLong()).isEqualTo(926_001);
        assertThat(result.path("replaySeconds").asDouble()).isEqualTo(5);
        assertThat(result.path("startSeconds").asDouble()).isEqualTo(9);
        assertThat(result.path("peakResidentBytes").asLong()).isEqualTo(3000 * MIB);
        assertThat(result.path("rounds")).hasSize(3);
        assertThat(report.path("comparisons").get(0).path("figure").asText())
                .isEqualTo("replaySeconds");
    }

    private static ReplaySettings settings() {
        return new ReplaySettings(
                Path.of("bench"),
                Path.of("agent.jar"),
                List.of(Mode.BATCH, Mode.FIRESTEEL),
                3,
                null,
                1024 * MIB,
                new RowSize(10, 100),
                new ServerSettings("127.0.41.2", 1024 * MIB, 0, "latest", Map.of()));
    }

    private void measure(Mode mode, double... seconds) {
        for (int i = 0; i < seconds.length; i++)
            measurements.add(one(i + 1, mode, seconds[i], 3000 * MIB));
    }

    private static ReplayMeasurement one(int round, Mode mode, double seconds, long peakBytes) {
        return new ReplayMeasurement(
                round,
                mode,
                926_000,
                1024 * MIB,
                926_001,
                seconds,
                seconds + 4,
                peakBytes,
                true,
                0.01);
    }

    private List<String> lines() {
        return new ReplayTable(new ReplayComparison(measurements)).lines();
    }

    private ReplayPair pair(Mode mode, ReplayFigure figure) {
        return new ReplayComparison(measurements)
                .pairs().stream()
                        .filter(pair -> pair.mode() == mode && pair.figure() == figure)
                        .findFirst()
                        .orElseThrow(NoSuchElementException::new);
    }
}
