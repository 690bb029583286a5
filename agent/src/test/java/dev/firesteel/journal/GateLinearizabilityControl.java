// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that Lincheck finds flaws of the gate: {@code mvn test -pl agent -am
 * -Dtest=GateLinearizabilityControl -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class GateLinearizabilityControl {
    @TempDir Path directory;

    static Stream<Plant> plants() {
        return Stream.of(
                        SimGateMutants.APPLIES_EARLY,
                        SimGateMutants.READ_EARLY,
                        SimGateMutants.ACKNOWLEDGED_EARLY,
                        SimGateMutants.LOST_WAKE_UP,
                        SimGateMutants.SETTLED_AT_ONCE)
                .map(
                        flaw ->
                                new Plant(
                                        "GateLinearizabilityTest.whatWasAcknowledgedOrReadStays",
                                        flaw));
    }

    @ParameterizedTest
    @MethodSource("plants")
    void lincheckFinds(Plant plant) throws Exception {
        LincheckRun.finds(plant, directory);
    }
}
