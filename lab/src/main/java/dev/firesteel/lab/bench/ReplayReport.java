// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import java.util.List;

/**
 * The complete result of a comparison of replays, for machines.
 *
 * @param at when it was written, in UTC, ISO 8601
 * @param firesteel the version of Firesteel
 * @param cassandra the release of Cassandra
 * @param machine the machine of the measurements
 * @param settings the settings requested
 * @param isComplete whether everything requested was measured
 * @param results every mode
 * @param comparisons every mode against the best of Cassandra's own, for every figure
 * @param warnings reasons to doubt figures
 */
public record ReplayReport(
        String at,
        String firesteel,
        String cassandra,
        Machine machine,
        ReplaySettings settings,
        boolean isComplete,
        List<ReplayResult> results,
        List<ReplayPair> comparisons,
        List<String> warnings) {
    /** Returns the report of what was measured so far. */
    public static ReplayReport of(
            String firesteel,
            String cassandra,
            ReplaySettings settings,
            List<ReplayMeasurement> measurements) {
        ReplayComparison comparison = new ReplayComparison(measurements);
        return new ReplayReport(
                ResultLine.now(),
                firesteel,
                cassandra,
                Machine.here(),
                settings,
                measurements.size() == settings.steps(),
                comparison.results(),
                comparison.pairs(),
                comparison.warnings());
    }
}
