// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import java.util.List;

/**
 * The complete result of a comparison, for machines.
 *
 * @param at when it was written, in UTC, ISO 8601
 * @param firesteel the version of Firesteel
 * @param cassandra the release of Cassandra
 * @param machine the machine of the measurements
 * @param settings the settings requested
 * @param isComplete whether everything requested was measured
 * @param results every mode of every cell and loop
 * @param comparisons every mode against every baseline, for every figure
 * @param warnings reasons to doubt figures
 */
public record BenchReport(
        String at,
        String firesteel,
        String cassandra,
        Machine machine,
        BenchSettings settings,
        boolean isComplete,
        List<ModeResult> results,
        List<Pair> comparisons,
        List<String> warnings) {
    /** Returns the report of what was measured so far. */
    public static BenchReport of(
            String firesteel,
            String cassandra,
            BenchSettings settings,
            boolean isComplete,
            Comparison comparison) {
        return new BenchReport(
                ResultLine.now(),
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
