// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Checks the checker: the simulation must find every flaw that {@link SimMutants} plants. */
class MutantTest {
    @Test
    void theSimulationFindsEveryPlantedFlaw() throws Exception {
        int threads = Runtime.getRuntime().availableProcessors();
        int result =
                SimJvm.hasContinuations()
                        ? SimJvm.runBriefly(SimMutants.class, threads)
                        : SimMutants.survivors(threads);
        assertThat(result).isZero();
    }
}
