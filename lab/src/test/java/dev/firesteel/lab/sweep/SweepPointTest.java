// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.lab.JsonLine;
import org.junit.jupiter.api.Test;

class SweepPointTest {
    private static SweepPoint point(double achieved, double variation, long errors) {
        return new SweepPoint(1_000, achieved, variation, 1, 1, 1, 1, 1, errors);
    }

    @Test
    void isStableWhereTheRateIsKeptSteadyAndNothingFails() {
        assertThat(point(1_000, 0.05, 0).isStable()).isTrue();
        assertThat(point(950, 0.1, 0).isStable()).isTrue();
        assertThat(point(949, 0.05, 0).isKept()).isFalse();
        assertThat(point(949, 0.05, 0).isStable()).isFalse();
        assertThat(point(1_000, 0.11, 0).isKept()).isTrue();
        assertThat(point(1_000, 0.11, 0).isStable()).isFalse();
        assertThat(point(1_000, 0.05, 1).isStable()).isFalse();
    }

    /** A report reads these fields. */
    @Test
    void tellsMachinesWhatItConcludes() {
        assertThat(JsonLine.of(point(1_000, 0.05, 0))).contains("\"kept\":true", "\"stable\":true");
        assertThat(JsonLine.of(new Knee(8_600.0, 10_000.0))).contains("\"agreed\":true");
    }

    @Test
    void variationIsThatOfWholeSeconds() {
        Variation variation = new Variation();
        assertThat(variation.coefficient()).isZero();
        for (double each : new double[] {90, 100, 110, 3}) variation.add(each);
        assertThat(variation.coefficient()).isCloseTo(0.1, within(1e-12));
    }

    @Test
    void variationOfASteadyRateIsNone() {
        Variation variation = new Variation();
        for (int i = 0; i < 60; i++) variation.add(18_909.7);
        assertThat(variation.coefficient()).isCloseTo(0, within(1e-6));
    }
}
