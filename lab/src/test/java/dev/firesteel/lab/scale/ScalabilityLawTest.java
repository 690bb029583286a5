// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ScalabilityLawTest {
    private static ScalabilityLaw fit(IntToDoubleFunction rate) {
        Map<Integer, Double> rates = new TreeMap<>();
        for (int nodes : new int[] {1, 2, 4, 8, 17}) rates.put(nodes, rate.applyAsDouble(nodes));
        return requireNonNull(ScalabilityLaw.fit(rates));
    }

    @Test
    void findsTheCoefficientsOfALawThatHolds() {
        ScalabilityLaw law = new ScalabilityLaw(2_500, 0.03, 0.0004);
        ScalabilityLaw found = fit(law::opsPerSecond);
        assertThat(found.opsPerSecondOfOne()).isCloseTo(2_500, within(1e-6));
        assertThat(found.contention()).isCloseTo(0.03, within(1e-9));
        assertThat(found.coherency()).isCloseTo(0.0004, within(1e-9));
    }

    @Test
    void whatScalesLinearlyHasNeitherContentionNorCoherency() {
        ScalabilityLaw found = fit(nodes -> 3_000.0 * nodes);
        assertThat(found.contention()).isCloseTo(0, within(1e-12));
        assertThat(found.coherency()).isCloseTo(0, within(1e-12));
        assertThat(found.opsPerSecond(1_000)).isCloseTo(3_000_000, within(1e-3));
    }

    /**
     * With noise, more nodes may look better than proportional, which no law of this kind allows.
     */
    @Test
    void coefficientsAreNeverNegative() {
        ScalabilityLaw found = fit(nodes -> 3_000 * Math.pow(nodes, 1.1));
        assertThat(found.contention()).isZero();
        assertThat(found.coherency()).isZero();
        ScalabilityLaw bent = fit(nodes -> nodes <= 4 ? 1_000.0 * nodes * nodes : 20_000);
        assertThat(bent.contention()).isGreaterThanOrEqualTo(0);
        assertThat(bent.coherency()).isGreaterThanOrEqualTo(0);
    }

    @Test
    void twoSizesGiveNoLaw() {
        assertThat(ScalabilityLaw.fit(Map.of(1, 1_000.0, 2, 2_000.0))).isNull();
    }
}
