// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import dev.firesteel.agent.GateScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Lets Lincheck's model checker draw writers, readers and power failures: {@code mvn test -pl agent
 * -am -Dtest=GateLinearizabilityTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dfiresteel.scenarios=COUNT}.
 */
@Tag("verify")
class GateLinearizabilityTest {
    private static final int SCENARIOS =
            Integer.getInteger("firesteel.scenarios", 3); // owns settings

    @Test
    void whatWasAcknowledgedOrReadStays() {
        new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(200)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(1)
                .sequentialSpecification(GateScenario.Specification.class)
                .check(GateScenario.Threads.class);
    }
}
