// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs every fault in one small scenario ({@link SimScope}). */
class SmallScopeTest {
    @Test
    void everyCrashLeavesWhatWasAcknowledged() throws Exception {
        assertHolds(SmallScope.CRASHES);
    }

    @Test
    @Tag("verify")
    void everyCrashLeavesWhatWasAcknowledgedWhereTheDeviceGrows() throws Exception {
        assertHolds(SmallScope.CRASHES_IN_GROWTH);
    }

    @Test
    void everyErrorLeavesWhatWasAcknowledged() throws Exception {
        assertHolds(SmallScope.ERRORS);
    }

    @Test
    @Tag("verify")
    void everyErrorLeavesWhatWasAcknowledgedWhereTheDeviceGrows() throws Exception {
        assertHolds(SmallScope.ERRORS_IN_GROWTH);
    }

    @Test
    void everyErrorInAFormatLeavesAnEmptyJournalOrNone() throws Exception {
        assertHolds(SmallScope.FORMATS);
    }

    private static void assertHolds(SmallScope scope) throws Exception {
        int threads = Runtime.getRuntime().availableProcessors();
        int result =
                SimJvm.hasContinuations()
                        ? SimJvm.runBriefly(SmallScope.class, scope.method(), threads)
                        : scope.failures(threads);
        assertThat(result).isZero();
    }
}
