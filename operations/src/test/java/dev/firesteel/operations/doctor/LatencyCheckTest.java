// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatencyCheckTest {
    @Test
    void tellsEachDepth() {
        assertThat(new LatencyCheck(Fed.trial(1_250_000)).findings())
                .hasSize(3)
                .allMatch(finding -> finding.level() == Level.OK)
                .first()
                .satisfies(
                        finding ->
                                assertThat(finding.says())
                                        .isEqualTo(
                                                "1 at once: median 1.25ms, p99 3.75ms,"
                                                        + " 1234 a second (1000 writes)."))
                .satisfies(
                        finding ->
                                assertThat(finding.facts())
                                        .containsEntry("medianNanos", 1_250_000L));
    }

    @Test
    void notesASlowDrive() {
        assertThat(new LatencyCheck(Fed.trial(12_000_000)).findings())
                .hasSize(4)
                .anyMatch(finding -> finding.says().contains("slow"));
    }

    @Test
    void saysWhyNothingWasMeasured() {
        assertThat(new LatencyCheck(Fed.untried("not measured: in use")).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.NOTE))
                .satisfies(finding -> assertThat(finding.says()).isEqualTo("not measured: in use."))
                .satisfies(finding -> assertThat(finding.facts()).containsEntry("measured", false));
    }

    @Test
    void ranksByCounting() {
        long[] nanos = new long[200];
        for (int i = 0; i < nanos.length; i++) nanos[i] = 200L - i;
        assertThat(Latency.of(4, nanos, 1_000_000_000))
                .isEqualTo(new Latency(4, 200, 100, 198, 200));
        assertThat(Latency.of(1, new long[] {7}, 0).p99Nanos()).isEqualTo(7);
        assertThat(Latency.of(1, new long[0], 0).medianNanos()).isZero();
    }
}
