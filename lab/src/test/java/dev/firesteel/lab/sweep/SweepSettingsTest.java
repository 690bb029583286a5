// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SweepSettingsTest {
    private static final List<Double> PARTS = List.of(0.5, 0.8, 1.0, 1.2);

    private static SweepSettings settings(
            int rows, List<Integer> clients, List<Double> parts, int warmUp, int seconds) {
        return new SweepSettings("a", rows, Map.of(), "ONE", clients, parts, warmUp, seconds);
    }

    @Test
    void ratesRiseAndAreMeasuredOnce() {
        SweepSettings settings =
                settings(1, List.of(16, 256, 16), List.of(1.2, 0.5, 0.8, 0.5, 1.0), 5, 20);
        assertThat(settings.parts()).isEqualTo(PARTS);
        assertThat(settings.clients()).containsExactly(16, 256);
        assertThat(settings.steps()).isEqualTo(10);
        assertThat(settings.leastSeconds()).isEqualTo(260);
    }

    @Test
    void whatIsWrongIsNamedWithItsValue() {
        refuses("--rows must be at least 1, not 0", 0, List.of(1), PARTS, 1, 2);
        refuses("--clients must be 1 or more each, not [8, 0]", 1, List.of(8, 0), PARTS, 1, 2);
        refuses("--clients must be 1 or more each, not []", 1, List.of(), PARTS, 1, 2);
        refuses("--warm-up must be at least 1, not 0", 1, List.of(1), PARTS, 0, 2);
        refuses("--seconds must be at least 3, not 2", 1, List.of(1), PARTS, 1, 2);
        refuses(
                "--parts must be above 0 and at most 10 each",
                1,
                List.of(1),
                List.of(0.5, 0.0, 1.0, 1.1),
                1,
                2);
        refuses(
                "--parts must be above 0 and at most 10 each",
                1,
                List.of(1),
                List.of(0.5, Double.NaN, 1.0, 1.1),
                1,
                2);
        refuses(
                "--parts must be at least 4 different ones, not [0.5, 1.0]",
                1,
                List.of(1),
                List.of(0.5, 1.0, 1.0, 0.5),
                1,
                2);
    }

    @Test
    void aWorkloadWhoseOperationsAreTwoEachIsRefused() {
        assertThatThrownBy(
                        () -> new SweepSettings("f", 1, Map.of(), "ONE", List.of(1), PARTS, 1, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("workload f cannot be swept");
    }

    private static void refuses(
            String message,
            int rows,
            List<Integer> clients,
            List<Double> parts,
            int warmUp,
            int seconds) {
        assertThatThrownBy(() -> settings(rows, clients, parts, warmUp, seconds))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
