// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.crash.FaultSummary;
import org.junit.jupiter.api.Test;

class CrashTextTest {
    @Test
    void tellsHowOftenAFaultStruck() {
        assertThat(text(5, 4, 0))
                .hasToString(
                        """
                                hole: 5 times, 4 that struck, 90 of 100 writes acknowledged, 7 refused,
                                      60 values seen, 3 lost, 4 seen and gone, 2 phantom, 1 corrupted"""
                                .indent(8)
                                .stripTrailing());
    }

    @Test
    void tellsOfHowManyItIsNotKnown() {
        assertThat(text(5, 2, 3)).contains("5 times, 2 that struck, 3 that may have struck, 90 of");
    }

    private static String text(int kills, int struck, int unknown) {
        return CrashText.text(
                new FaultSummary("hole", kills, struck, unknown, 100, 90, 7, 60, 3, 4, 2, 1, 4.5));
    }
}
