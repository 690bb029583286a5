// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import dev.firesteel.agent.GateScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Lets Lincheck's model checker draw writers, readers and power failures: {@code mvn test -pl agent
 * -am -Dtest=GateLinearizabilityTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dfiresteel.scenarios=COUNT}.
 */
@Tag("verify")
class GateLinearizabilityTest {
    @Test
    void whatWasAcknowledgedOrReadStays() {
        LincheckRun.modelChecking(200)
                .sequentialSpecification(GateScenario.Specification.class)
                .check(GateScenario.Threads.class);
    }
}
