// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.flash.SyntheticRun.Expectation;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticRunTest {
    private static final List<Double> SPARE_FACTORS = List.of(0.03, 0.11, 0.3);
    private static final List<Integer> PAGES_PER_BLOCK = List.of(32, 64, 256);

    private static SyntheticRun run(
            double spare, int pages, String load, int streams, String victims) {
        DriveGeometry geometry = DriveGeometry.ofSpare(spare, 1_024, pages, 1);
        return new SyntheticRun(geometry, SyntheticLoad.of(load), streams, victims, 6, 8, 1);
    }

    private static double error(SyntheticRun run) {
        Expectation expected = run.expectation();
        assertThat(expected.kind()).isEqualTo(Expectation.Kind.EXACT);
        return run.run().writeAmplification() / expected.writeAmplification() - 1;
    }

    @ParameterizedTest
    @Tag("verify")
    @ValueSource(strings = {"uniform", "hotcold:0.05:0.9", "hotcold:0.2:0.8"})
    void fifoIsWhatTheoryExpects(String load) {
        for (double spare : SPARE_FACTORS)
            for (int pages : PAGES_PER_BLOCK)
                assertThat(error(run(spare, pages, load, 1, "fifo")))
                        .as("spare %s, %s pages", spare, pages)
                        .isCloseTo(0, within(0.002));
    }

    @Test
    @Tag("verify")
    void greedyIsWhatTheoryExpects() {
        for (double spare : SPARE_FACTORS)
            for (int pages : PAGES_PER_BLOCK)
                assertThat(error(run(spare, pages, "uniform", 1, "greedy")))
                        .as("spare %s, %s pages", spare, pages)
                        .isCloseTo(0, within(0.004));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "greedy", "cost-benefit", "4-choices", "per-stream"})
    void nothingIsBetterThanHotAndColdApartWithTheBestOfSpare(String victims) {
        for (double spare : SPARE_FACTORS)
            for (String load : List.of("hotcold:0.05:0.9", "hotcold:0.1:0.9", "hotcold:0.2:0.8")) {
                SyntheticRun run = run(spare, 64, load, 2, victims);
                Expectation least = run.expectation();
                assertThat(least.kind()).isEqualTo(Expectation.Kind.LOWER_BOUND);
                assertThat(run.run().writeAmplification())
                        .as("spare %s, %s", spare, load)
                        .isGreaterThan(least.writeAmplification() * 0.999);
            }
    }

    /** With separate shares of the spare space, streams come close to the bound. */
    @ParameterizedTest
    @CsvSource({"0.07, hotcold:0.05:0.9", "0.1667, hotcold:0.1:0.9", "0.2, hotcold:0.2:0.8"})
    void streamsWithSharesOfTheirOwnReachTheBound(double spare, String load) {
        SyntheticRun run = run(spare, 64, load, 2, "per-stream");
        double amplification = run.run().writeAmplification();
        assertThat(amplification)
                .isCloseTo(run.expectation().writeAmplification(), within(0.02 * amplification));
        assertThat(run(spare, 64, load, 2, "greedy").run().writeAmplification())
                .isGreaterThan(amplification * 1.1);
    }

    @Test
    void moreChoicesAreBetter() {
        double last = Double.POSITIVE_INFINITY;
        for (String victims : List.of("1-choices", "2-choices", "10-choices", "greedy")) {
            double now = run(0.11, 64, "uniform", 1, victims).run().writeAmplification();
            assertThat(now).as(victims).isLessThan(last);
            last = now;
        }
    }

    @Test
    void theSameSeedGivesTheSame() {
        SyntheticRun run = run(0.11, 64, "uniform", 1, "3-choices");
        assertThat(run.run()).isEqualTo(run.run());
    }

    @Test
    void whereNoFormIsKnownNoneIsNamed() {
        assertThat(run(0.11, 64, "hotcold:0.1:0.9", 1, "greedy").expectation())
                .isEqualTo(Expectation.NONE);
        assertThat(run(0.11, 64, "uniform", 1, "cost-benefit").expectation())
                .isEqualTo(Expectation.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0    | uniform          | 1 | greedy | the spare factor must lie between 0 and 1",
                "1    | uniform          | 1 | greedy | the spare factor must lie between 0 and 1",
                "NaN  | uniform          | 1 | greedy | the spare factor must lie between 0 and 1",
                "0.11 | zipf             | 1 | greedy | uniform or hotcold:FRACTION:RATE",
                "0.11 | uniform:1        | 1 | greedy | uniform or hotcold:FRACTION:RATE",
                "0.11 | hotcold:a:0.9    | 1 | greedy | uniform or hotcold:FRACTION:RATE",
                "0.11 | hotcold:0.1      | 1 | greedy | uniform or hotcold:FRACTION:RATE",
                "0.11 | hotcold:0:0.9    | 1 | greedy | the fraction of hot pages must lie",
                "0.11 | hotcold:0.1:1    | 1 | greedy | the rate of their writes must lie",
                "0.11 | hotcold:1e-9:0.9 | 1 | greedy | pages 0 would be hot",
                "0.11 | uniform          | 2 | greedy | a uniform load has one kind",
                "0.11 | uniform          | 3 | greedy | streams must be 1 or 2, not 3",
                "0.11 | uniform          | 1 | oldest | greedy, cost-benefit, N-choices",
                "0.11 | uniform          | 1 | 0-choices | not 0-choices",
            })
    void whatCannotBeIsRefused(
            double spare, String load, int streams, String victims, String message) {
        assertThatThrownBy(() -> run(spare, 64, load, streams, victims))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
