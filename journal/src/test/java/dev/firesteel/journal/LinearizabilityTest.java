// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever threads do at once could have been done one after the other: Lincheck draws scenarios,
 * runs each many times, and looks for an order in which a simple specification gives the same
 * results.
 *
 * <p>The threads of a journal live longer than an operation, which Lincheck's model checker does
 * not bear: it checks the structures under the journal, and the journal runs as the machine likes.
 *
 * <p>For a campaign: {@code mvn -pl journal test -Dtest=LinearizabilityTest
 * -Dfiresteel.scenarios=COUNT}.
 */
@Tag("verify")
class LinearizabilityTest {
    private static final int SCENARIOS =
            Integer.getInteger("firesteel.scenarios", 3); // owns settings

    @Test
    void theWatermark() {
        modelChecking()
                .sequentialSpecification(WatermarkScenario.Specification.class)
                .check(WatermarkScenario.Threads.class);
    }

    @Test
    void theOpenRecord() {
        modelChecking()
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

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(300)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0) // a record that is full or sealed shows nothing
                .actorsAfter(1);
    }

    private static StressOptions stress() {
        return new StressOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(100)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1);
    }
}
