// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that concurrent operations are linearizable. Lincheck draws scenarios and runs each many
 * times. It looks for an order in which a simple specification gives the same results.
 *
 * <p>Lincheck's model checker does not support threads that outlive an operation, as those of a
 * journal do. It checks the structures under the journal; the journal itself runs on real threads.
 *
 * <p>For a campaign: {@code mvn -pl journal test -Dtest=LinearizabilityTest
 * -Dfiresteel.scenarios=COUNT}.
 */
@Tag("verify")
class LinearizabilityTest {
    @Test
    void theWatermark() {
        LincheckRun.modelChecking(300)
                .sequentialSpecification(WatermarkScenario.Specification.class)
                .check(WatermarkScenario.Threads.class);
    }

    @Test
    void theOpenRecord() {
        LincheckRun.modelChecking(300)
                .sequentialSpecification(OpenRecordScenario.Specification.class)
                .check(OpenRecordScenario.Threads.class);
    }

    @Test
    void thePositionsOfAJournal() {
        stress().sequentialSpecification(PositionsScenario.Specification.class)
                .check(PositionsScenario.Threads.class);
    }

    @Test
    void whatAJournalHasAcknowledged() {
        stress().sequentialSpecification(DurabilityScenario.Specification.class)
                .check(DurabilityScenario.Threads.class);
    }

    private static StressOptions stress() {
        return new StressOptions()
                .iterations(LincheckRun.SCENARIOS)
                .invocationsPerIteration(100)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1);
    }
}
