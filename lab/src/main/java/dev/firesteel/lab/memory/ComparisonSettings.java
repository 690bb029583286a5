// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import java.nio.file.Path;
import java.util.List;

/**
 * Settings of a comparison of memory splits.
 *
 * @param trial the load on each node
 * @param results the file of measurements
 * @param divisions at least two splits of the same memory; the first is the baseline
 * @param rounds the number of measurements of each
 */
public record ComparisonSettings(
        TrialSettings trial, Path results, List<Division> divisions, int rounds) {
    public ComparisonSettings {
        divisions = List.copyOf(divisions);
        TrialSettings.requirePositive("--rounds", rounds);
        if (divisions.size() < 2)
            throw new IllegalArgumentException("a comparison needs at least two divisions");
    }

    /** Returns the number of measurements. */
    public int steps() {
        return rounds * divisions.size();
    }

    /** Returns the total memory of each node. */
    long totalBytes() {
        return divisions.get(0).budget().totalBytes();
    }

    /** Returns the terms that figures depend on. */
    public ComparisonTerms terms() {
        return new ComparisonTerms(trial.words(), divisions);
    }
}
