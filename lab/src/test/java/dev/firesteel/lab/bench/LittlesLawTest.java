// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LittlesLawTest {
    /** 8 clients: 1000 operations a second of 8 ms each keep exactly these busy. */
    @ParameterizedTest
    @CsvSource({
        "1000, 8000, ''",
        "1000, 7300, ''",
        "1000, 8100, ''",
        "1000, 7100, '7.1 of 8 clients, the client is the bottleneck'",
        "1000, 8300, '8.3 of 8 clients, which is impossible'",
        "1100, 8000, '8.8 of 8 clients, which is impossible'",
    })
    void holdsForRateAndMeanLatencyOfAClosedLoop(
            double perSecond, double meanMicros, String complaint) {
        Measurement one = Measurements.closed(1, Mode.BATCH, perSecond, meanMicros);
        assertThat(LittlesLaw.complaint(one).orElse("")).endsWith(complaint);
        assertThat(LittlesLaw.complaint(one).isPresent()).isEqualTo(!complaint.isEmpty());
    }

    /** All rows of Table II of the paper, with 128 clients, obey the law. */
    @ParameterizedTest
    @CsvSource({"1393, 92115", "30302, 4188", "31111, 4036", "30975, 4101", "65144, 1914"})
    void holdsForThePapersTable(double perSecond, double meanMicros) {
        assertThat(perSecond * meanMicros / 1e6).isBetween(0.9 * 128, 1.02 * 128);
    }

    /** At a given rate most clients are idle. */
    @Test
    void letsClientsOfAnOpenLoopBeIdle() {
        assertThat(LittlesLaw.complaint(Measurements.open(1, Mode.BATCH, 700, 700))).isEmpty();
        assertThat(LittlesLaw.complaint(Measurements.open(1, Mode.BATCH, 70_000, 70_000)))
                .isPresent();
    }
}
