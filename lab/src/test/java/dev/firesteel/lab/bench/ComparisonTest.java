// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private final List<Measurement> measurements = new ArrayList<>();

    /** A machine that is twice as fast in the second round says nothing about the modes. */
    @Test
    void dividesWithinARoundBeforeItTakesTheMedian() {
        measure(1, 1000, 500);
        measure(2, 2000, 1200);
        measure(3, 1000, 900);
        Comparison comparison = new Comparison(measurements);
        assertThat(comparison.ratio(Mode.FIRESTEEL, 8)).isCloseTo(0.6, within(1e-9));
        assertThat(comparison.ratio(Mode.NONE, 8)).isEqualTo(1);
        assertThat(comparison.median(Mode.FIRESTEEL, 8, Measurement::operationsPerSecond))
                .isEqualTo(900);
    }

    @Test
    void takesTheMiddleOfTwo() {
        measure(1, 1000, 500);
        measure(2, 1000, 700);
        assertThat(new Comparison(measurements).ratio(Mode.FIRESTEEL, 8))
                .isCloseTo(0.6, within(1e-9));
    }

    @Test
    void printsALineForEachModeThatWasMeasured() {
        measure(1, 1000, 500);
        assertThat(new Comparison(measurements).lines())
                .hasSize(3)
                .element(2)
                .asString()
                .matches("firesteel +8 +500 +0\\.50 +0\\.50 +10 +20 +0");
    }

    private void measure(int round, double none, double firesteel) {
        measurements.add(new Measurement(round, Mode.NONE, 8, 1, none, 10, 20, 0));
        measurements.add(new Measurement(round, Mode.FIRESTEEL, 8, 1, firesteel, 10, 20, 0));
    }
}
