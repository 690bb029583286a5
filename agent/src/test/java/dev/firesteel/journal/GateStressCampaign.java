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

    static List<StressRun.Plant> plants() {
        return List.of(
                new StressRun.Plant("DeferredWritesStress.TwoRecords", SimGateMutants.LOST_WAKE_UP),
                new StressRun.Plant(
                        "DeferredWritesStress.TwoRecords", SimGateMutants.APPLIED_TWICE),
                new StressRun.Plant("DeferredWritesStress.Added", SimGateMutants.SETTLED_AT_ONCE),
                new StressRun.Plant("DeferredWritesStress.Read", SimGateMutants.APPLIES_EARLY),
                new StressRun.Plant("DeferredWritesStress.Read", SimGateMutants.READ_EARLY),
                new StressRun.Plant("DeferredWritesStress.Read", SimGateMutants.ACKNOWLEDGED_EARLY),
                new StressRun.Plant(
                        "PendingRepliesStress.SettledAtTimeout", SimGateMutants.COMPUTED_TWICE),
                new StressRun.Plant(
                        "PendingRepliesStress.Forgotten", SimGateMutants.FORGOTTEN_AND_HELD),
                new StressRun.Plant("PendingRepliesStress.Closed", SimGateMutants.CLOSED_EARLY));
    }

    @Test
    void theGateKeepsToTheMemoryModel() throws Exception {
        StressRun.allTests();
    }

    @ParameterizedTest
    @MethodSource("plants")
    void jcstressFinds(StressRun.Plant plant) throws Exception {
        StressRun.finds(plant, directory);
    }
}
