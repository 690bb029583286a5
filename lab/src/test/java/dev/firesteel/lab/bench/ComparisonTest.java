// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private final List<Measurement> measurements = new ArrayList<>();

    /** A machine that is twice as fast in the second round proves nothing about the modes. */
    @Test
    void dividesWithinARoundBeforeItTakesTheMedian() {
        measure(Mode.NONE, 1000, 2000, 1000);
        measure(Mode.FIRESTEEL, 500, 1200, 900);
        Pair pair = pair(Mode.FIRESTEEL, Baseline.NONE, Figure.RATE);
        assertThat(pair.rounds()).containsExactly(0.5, 0.6, 0.9);
        assertThat(pair.ratio()).isCloseTo(0.6, within(1e-9));
        assertThat(result(Mode.FIRESTEEL).opsPerSecond()).isEqualTo(900);
        assertThat(result(Mode.FIRESTEEL).rounds()).containsExactly(500.0, 1200.0, 900.0);
        assertThat(result(Mode.FIRESTEEL).spread()).isCloseTo(350.0 / 900, within(1e-9));
    }

    @Test
    void takesTheFastestOfCassandrasOwnDurableModesForTheBest() {
        measure(Mode.PERIODIC, 9000, 9000, 9000);
        measure(Mode.BATCH, 1000, 1000, 1000);
        measure(Mode.BATCH_DIRECT, 2000, 2000, 2000);
        measure(Mode.GROUP, 1500, 1500, 1500);
        measure(Mode.FIRESTEEL, 4000, 4100, 4200);
        Pair pair = pair(Mode.FIRESTEEL, Baseline.BEST, Figure.RATE);
        assertThat(pair.against()).isEqualTo(Mode.BATCH_DIRECT);
        assertThat(pair.ratio()).isCloseTo(2.05, within(1e-9));
        assertThat(pair.verdict()).isEqualTo(Ratio.Verdict.ABOVE);
        assertThat(pair.text()).startsWith("firesteel against batch-direct: faster (95 %: ");
    }

    /** If the rate is given, the best mode is the one with the shortest latency. */
    @Test
    void takesTheShortestLatencyForTheBestInAnOpenLoop() {
        for (int round = 1; round <= 3; round++) {
            measurements.add(Measurements.closed(round, Mode.BATCH, 2000));
            measurements.add(Measurements.closed(round, Mode.GROUP, 1000));
            measurements.add(Measurements.open(round, Mode.BATCH, 700, 700));
            measurements.add(Measurements.open(round, Mode.GROUP, 700, 701));
        }
        assertThat(new Comparison(measurements).groups()).hasSize(2);
        assertThat(pair(Mode.GROUP, Baseline.BEST, Figure.RATE).against()).isEqualTo(Mode.BATCH);
    }

    @Test
    void comparesNothingWithWhatWasNotMeasured() {
        measure(Mode.BATCH, 1000, 1000, 1000);
        measure(Mode.FIRESTEEL, 1000, 1000, 1000);
        assertThat(new Comparison(measurements).pairs())
                .noneMatch(pair -> pair.baseline() == Baseline.NONE)
                .noneMatch(pair -> pair.mode() == pair.against());
    }

    /** After Ctrl-C one mode has a round more than the other. */
    @Test
    void comparesOnlyRoundsThatBothModesHave() {
        measure(Mode.NONE, 1000, 1000, 1000);
        measure(Mode.FIRESTEEL, 900, 900);
        Pair pair = pair(Mode.FIRESTEEL, Baseline.NONE, Figure.RATE);
        assertThat(pair.rounds()).hasSize(2);
        assertThat(pair.verdict()).isEqualTo(Ratio.Verdict.TOO_FEW_ROUNDS);
        assertThat(pair.low()).isNull();
    }

    @Test
    void marksInTheTableWhatIsNoDifference() {
        measure(Mode.NONE, 1000, 1000, 1000);
        measure(Mode.PERIODIC, 910, 1260, 1060);
        measure(Mode.FIRESTEEL, 500, 510, 520);
        assertThat(lines())
                .allMatch(line -> line.length() <= 80 || line.startsWith("~ "))
                .anyMatch(line -> line.matches("none +1000 +0 % .*"))
                .anyMatch(line -> line.matches("periodic +1060 +17 % .*"))
                .anyMatch(line -> line.matches("firesteel +510 +2 % .*"))
                .anyMatch(line -> line.matches("none +1\\.00 +0\\.94~ +- +-"))
                .anyMatch(line -> line.matches("periodic +1\\.06~ +1\\.00 +- +-"))
                .anyMatch(line -> line.matches("firesteel +0\\.51 +0\\.49 +- +-"))
                .contains(
                        "~ periodic against none: no difference: the spread of the rounds,"
                                + " 0.91 1.26 1.06, is larger than the difference"
                                + " (95 %: 0.71 to 1.60)")
                .anyMatch(line -> line.contains("firesteel against none: slower (95 %: 0.4"))
                .noneMatch(line -> line.contains("none against periodic")); // listed already
    }

    @Test
    void ranksNothingInTheTableAfterTwoRounds() {
        measure(Mode.NONE, 1000, 1000);
        measure(Mode.FIRESTEEL, 500, 510);
        assertThat(lines())
                .anyMatch(line -> line.contains(" 0.51?") || line.contains(" 0.50?"))
                .contains("? the faster mode is unknown after 2 rounds: at least 3 are needed")
                .noneMatch(line -> line.contains("slower"));
    }

    @Test
    void warnsOfWhatMakesFiguresDoubtful() {
        assertThat(ValidityWarnings.of(Measurements.withErrors(3)))
                .hasValue("batch, write, 8 clients, closed loop, round 1: 3 operations failed: no");
        assertThat(
                        new Comparison(
                                        List.of(
                                                Measurements.unsettled(60),
                                                Measurements.unsettled(60)))
                                .warnings())
                .containsExactly(
                        "batch, write, round 1: the rate was not steady after 60 s of warm-up (--warm-up)");
        assertThat(ValidityWarnings.ofNode(Measurements.unsettled(12)))
                .hasValue(
                        "batch, write, round 1: too short to show whether the rate was steady: 12 s"
                                + " of warm-up (--warm-up)");
        assertThat(ValidityWarnings.of(Measurements.amongOthers(0.3)).orElseThrow())
                .endsWith("processes other than node and client used 30 % of the processors");
        assertThat(ValidityWarnings.of(Measurements.amongOthers(0.05))).isEmpty();
        assertThat(ValidityWarnings.of(Measurements.open(1, Mode.BATCH, 1000, 900)).orElseThrow())
                .contains("the rate was not kept, 900 instead of 1000 op/s");
        assertThat(ValidityWarnings.of(Measurements.open(1, Mode.BATCH, 1000, 999))).isEmpty();
        assertThat(
                        ValidityWarnings.of(Measurements.closed(1, Mode.BATCH, 1000, 5000))
                                .orElseThrow())
                .contains("Little's law does not hold");
    }

    private List<String> lines() {
        return new ComparisonTable(new Comparison(measurements)).lines();
    }

    private void measure(Mode mode, double... rates) {
        for (int i = 0; i < rates.length; i++)
            measurements.add(Measurements.closed(i + 1, mode, rates[i]));
    }

    private ModeResult result(Mode mode) {
        return new Comparison(measurements)
                .results().stream()
                        .filter(result -> result.mode() == mode)
                        .findFirst()
                        .orElseThrow(NoSuchElementException::new);
    }

    private Pair pair(Mode mode, Baseline baseline, Figure figure) {
        return new Comparison(measurements)
                .pairs().stream()
                        .filter(pair -> pair.mode() == mode)
                        .filter(pair -> pair.baseline() == baseline && pair.figure() == figure)
                        .findFirst()
                        .orElseThrow(NoSuchElementException::new);
    }
}
