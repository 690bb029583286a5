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
 * @param results every mode of every cell and loop
 * @param comparisons every mode beside every baseline, by every figure
 * @param warnings what makes figures doubtful
 */
public record BenchReport(
        String firesteel,
        String cassandra,
        Machine machine,
        BenchSettings settings,
        boolean isComplete,
        List<ModeResult> results,
        List<Pair> comparisons,
        List<String> warnings) {
    /** Of what was measured so far. */
    public static BenchReport of(
            String firesteel,
            String cassandra,
            BenchSettings settings,
            boolean isComplete,
            Comparison comparison) {
        return new BenchReport(
                firesteel,
                cassandra,
                Machine.here(),
                settings,
                isComplete,
                comparison.results(),
                comparison.pairs(),
                comparison.warnings());
    }
}
