// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the gate's tests under jcstress, and checks that they find flaws: {@code mvn test -pl agent
 * -am -Dtest=GateStressCampaign -Dsurefire.failIfNoSpecifiedTests=false}, with {@code
 * -Dfiresteel.stress=MODE} for another mode of jcstress.
 */
class GateStressCampaign {
    @TempDir Path directory;

    static List<Plant> plants() {
        return List.of(
                new Plant("DeferredWritesStress.TwoRecords", SimGateMutants.LOST_WAKE_UP),
                new Plant("DeferredWritesStress.TwoRecords", SimGateMutants.APPLIED_TWICE),
                new Plant("DeferredWritesStress.Added", SimGateMutants.SETTLED_AT_ONCE),
                new Plant("DeferredWritesStress.Read", SimGateMutants.APPLIES_EARLY),
                new Plant("DeferredWritesStress.Read", SimGateMutants.READ_EARLY),
                new Plant("DeferredWritesStress.Read", SimGateMutants.ACKNOWLEDGED_EARLY),
                new Plant("PendingRepliesStress.SettledAtTimeout", SimGateMutants.COMPUTED_TWICE),
                new Plant("PendingRepliesStress.Forgotten", SimGateMutants.FORGOTTEN_AND_HELD),
                new Plant("PendingRepliesStress.Closed", SimGateMutants.CLOSED_EARLY));
    }

    @Test
    void theGateKeepsToTheMemoryModel() throws Exception {
        StressRun.allTests();
    }

    @ParameterizedTest
    @MethodSource("plants")
    void jcstressFinds(Plant plant) throws Exception {
        StressRun.finds(plant, directory);
    }
}
