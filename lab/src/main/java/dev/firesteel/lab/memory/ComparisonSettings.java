// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import java.nio.file.Path;
import java.util.List;

/**
 * What is compared, and how.
 *
 * @param trial what each node does
 * @param results the file of measurements
 * @param divisions at least two, of the same memory; the first is the one that others are held to
 * @param rounds how often each is measured
 */
public record ComparisonSettings(
        TrialSettings trial, Path results, List<Division> divisions, int rounds) {
    public ComparisonSettings {
        divisions = List.copyOf(divisions);
        TrialSettings.requirePositive("--rounds", rounds);
        if (divisions.size() < 2)
            throw new IllegalArgumentException("two divisions are the fewest to compare");
    }

    /** How many measurements there are. */
    public int steps() {
        return rounds * divisions.size();
    }

    /** All the memory that each node may use. */
    long totalBytes() {
        return divisions.get(0).budget().totalBytes();
    }

    /** What figures depend on. */
    public ComparisonTerms terms() {
        return new ComparisonTerms(trial.words(), divisions);
    }
}
