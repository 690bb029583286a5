// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedFormTest {
    private static double alpha(double spareFactor) {
        return 1 / (1 - spareFactor);
    }

    /** The figures come from an independent implementation, and from simulations by it. */
    @ParameterizedTest
    @CsvSource({"0.03, 16.837, 13.507", "0.11, 4.725, 4.429", "0.20, 2.693, 2.600"})
    void uniformOverwrites(double spareFactor, double fifo, double greedyWith64Pages) {
        assertThat(ClosedForm.uniformFifo(alpha(spareFactor))).isCloseTo(fifo, within(0.001));
        assertThat(ClosedForm.uniformGreedy(alpha(spareFactor), 64))
                .isCloseTo(greedyWith64Pages, within(0.002));
    }

    @Test
    void hotAndColdPagesInOneBlock() {
        assertThat(ClosedForm.hotColdFifo(alpha(0.07), 0.05, 0.9)).isCloseTo(9.240, within(0.001));
    }

    /** If blocks are endless, the oldest block is also the emptiest: greedy gains nothing. */
    @Test
    void greedyInVeryLargeBlocksIsFifo() {
        assertThat(ClosedForm.uniformGreedy(1.1, 100_000))
                .isCloseTo(ClosedForm.uniformFifo(1.1), within(0.001));
    }

    /** With n pages in a block and alpha at least H(n), the emptiest block has no valid page. */
    @ParameterizedTest
    @CsvSource({"1.01, 1", "1.5, 2", "10, 32"})
    void greedyMovesNothingWhereSpareIsAbundant(double alpha, int pagesPerBlock) {
        assertThat(ClosedForm.uniformGreedy(alpha, pagesPerBlock)).isOne();
    }

    @Test
    void separationIsBestWhereMovingSpareGainsNothing() {
        ClosedForm.Separation best = ClosedForm.separated(1.2, 64, 0.1, 0.9);
        assertThat(best.hotShareOfSpare()).isBetween(0.3, 0.7);
        double hot = best.hotShareOfSpare();
        assertThat(apart(hot)).isCloseTo(best.writeAmplification(), within(1e-9));
        assertThat(apart(hot - 0.02)).isGreaterThan(best.writeAmplification());
        assertThat(apart(hot + 0.02)).isGreaterThan(best.writeAmplification());
        assertThat(best.writeAmplification()).isLessThan(ClosedForm.uniformGreedy(1.2, 64));
    }

    private static double apart(double hotShare) {
        return 0.9 * ClosedForm.uniformGreedy((hotShare * 0.2 + 0.1) / 0.1, 64)
                + 0.1 * ClosedForm.uniformGreedy(((1 - hotShare) * 0.2 + 0.9) / 0.9, 64);
    }
}
