// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.Machine;
import java.util.List;

/**
 * Everything, for machines.
 *
 * @param firesteel our version
 * @param cassandra its release
 * @param machine where it was measured
 * @param settings what was asked for
 * @param isComplete whether everything that was asked for was measured
 * @param results every mode
 * @param comparisons every mode beside the best of Cassandra's own, by every figure
 * @param warnings what makes figures doubtful
 */
public record ReplayReport(
        String firesteel,
        String cassandra,
        Machine machine,
        ReplaySettings settings,
        boolean isComplete,
        List<ReplayResult> results,
        List<ReplayPair> comparisons,
        List<String> warnings) {
    /** Of what was measured so far. */
    public static ReplayReport of(
            String firesteel,
            String cassandra,
            ReplaySettings settings,
            List<ReplayMeasurement> measurements) {
        ReplayComparison comparison = new ReplayComparison(measurements);
        return new ReplayReport(
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
