// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTest {
    /**
     * Computed by hand: the logarithms of 1.1, 1.2 and 1.3 have the mean 0.1800 and the standard
     * error 0.0483. Student's quantile for two degrees of freedom is 4.303.
     */
    @Test
    void reachesAsFarAsStudentsTableSays() {
        Ratio ratio = Ratio.of(List.of(1.1, 1.3, 1.2));
        assertThat(ratio.median()).isEqualTo(1.2);
        assertThat(ratio.low()).isCloseTo(Math.exp(0.18000 - 4.3027 * 0.04826), within(1e-3));
        assertThat(ratio.high()).isCloseTo(Math.exp(0.18000 + 4.3027 * 0.04826), within(1e-3));
    }

    @Test
    void isAboveOrBelowOnlyBeyondTheNoise() {
        assertThat(Ratio.of(List.of(2.4, 2.6, 2.5)).verdict()).isEqualTo(Ratio.Verdict.ABOVE);
        assertThat(Ratio.of(List.of(0.5, 0.52, 0.51)).verdict()).isEqualTo(Ratio.Verdict.BELOW);
        assertThat(Ratio.of(List.of(0.91, 1.26, 1.06)).verdict())
                .isEqualTo(Ratio.Verdict.NO_DIFFERENCE);
    }

    /** All rounds are above 1, but the next may well be below. */
    @Test
    void isNoDifferenceWhereEveryRoundIsAboveAndTheyDisagreeByMore() {
        Ratio ratio = Ratio.of(List.of(1.05, 2.0, 1.1));
        assertThat(ratio.verdict()).isEqualTo(Ratio.Verdict.NO_DIFFERENCE);
        assertThat(ratio.text(Figure.RATE))
                .startsWith(
                        "no difference: the spread of the rounds, 1.05 2.00 1.10, is larger than"
                                + " the difference (95 %: ");
    }

    @Test
    void tellsFromMoreRoundsWhatItCannotTellFromFewer() {
        List<Double> few = List.of(1.05, 1.3, 1.1);
        List<Double> many = List.of(1.05, 1.3, 1.1, 1.05, 1.3, 1.1, 1.05, 1.3, 1.1);
        assertThat(Ratio.of(few).verdict()).isEqualTo(Ratio.Verdict.NO_DIFFERENCE);
        assertThat(Ratio.of(many).verdict()).isEqualTo(Ratio.Verdict.ABOVE);
    }

    @Test
    void saysNothingOfOneRoundOrTwo() {
        assertThat(Ratio.of(List.of(9.0)).text(Figure.RATE))
                .isEqualTo("unknown after one round, at least 3 are needed");
        assertThat(Ratio.of(List.of(9.0, 9.0)).text(Figure.P99))
                .isEqualTo("unknown after 2 rounds, at least 3 are needed");
    }

    /** A higher rate is "faster", a higher latency "longer". */
    @Test
    void putsEachFigureInItsOwnWords() {
        Ratio above = Ratio.of(List.of(2.4, 2.6, 2.5));
        assertThat(above.text(Figure.RATE)).startsWith("faster (95 %: 2.");
        assertThat(above.text(Figure.P99)).startsWith("longer (95 %: 2.");
    }

    /** Exchanged, a ratio is as far below 1 as it was above. */
    @Test
    void doesNotDependOnWhichOfTwoComesFirst() {
        Ratio ratio = Ratio.of(List.of(1.5, 2.5, 1.9));
        Ratio turned = Ratio.of(List.of(1 / 1.5, 1 / 2.5, 1 / 1.9));
        assertThat(turned.low()).isCloseTo(1 / requireNonNull(ratio.high()), within(1e-9));
        assertThat(turned.high()).isCloseTo(1 / requireNonNull(ratio.low()), within(1e-9));
    }
}
