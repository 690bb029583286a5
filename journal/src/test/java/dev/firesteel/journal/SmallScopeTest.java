// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that can go wrong in one small scenario ({@link SimScope}). */
@Execution(ExecutionMode.CONCURRENT) // each in a world of its own
class SmallScopeTest {
    private final SimLoader world = new SimLoader(Map.of());

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void everyCrashLeavesWhatWasAcknowledged(long schedule) {
        Map<String, Long> tried = world.run("SimScope", "crashes", schedule);
        System.out.println("schedule " + schedule + ": " + tried); // how much was tried
        assertThat(tried.get("crash points")).isGreaterThan(15);
        assertThat(tried.get("outcomes")).isGreaterThan(100);
        assertThat(tried.get("crashes of a recovery")).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void everyCrashLeavesWhatWasAcknowledgedWhereTheDeviceGrows(long schedule) {
        Map<String, Long> tried = world.run("SimScope", "crashesInGrowth", schedule);
        System.out.println("growth, schedule " + schedule + ": " + tried); // how much was tried
        assertThat(tried.get("after growth")).isGreaterThan(10);
        assertThat(tried.get("crashes of a recovery")).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void everyErrorLeavesWhatWasAcknowledgedWhereTheDeviceGrows(long schedule) {
        Map<String, Long> tried = world.run("SimScope", "errorsInGrowth", schedule);
        System.out.println("growth, schedule " + schedule + ": " + tried); // how much was tried
        assertThat(tried.get("errors")).isGreaterThan(300);
        assertThat(tried.get("shortages")).isGreaterThan(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3})
    void everyErrorLeavesWhatWasAcknowledged(long schedule) {
        Map<String, Long> tried = world.run("SimScope", "errors", schedule);
        System.out.println("schedule " + schedule + ": " + tried); // how much was tried
        assertThat(tried.get("errors")).isGreaterThan(300);
    }

    @Test
    void everyErrorInAFormatLeavesAnEmptyJournalOrNone() {
        Map<String, Long> tried = world.run("SimScope", "formats", 0);
        System.out.println(tried); // how much was tried
        assertThat(tried.get("errors in a format")).isGreaterThan(50);
    }
}
