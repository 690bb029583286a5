// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.KeyDistribution;

/**
 * Settings of a measurement of caches.
 *
 * @param trial the node's load: reads only, because reads of writes and compactions would also
 *     count
 * @param budget the memory split
 */
public record CacheSettings(TrialSettings trial, Budget budget) {
    /**
     * Checks that rows are only read.
     *
     * @throws IllegalArgumentException if not, or if there are too many rows for a distribution
     */
    public CacheSettings {
        if (!trial.workload().isReadOnly())
            throw new IllegalArgumentException(
                    ("--workload %s does not only read: compactions would read its"
                                    + " writes, too; give c")
                            .formatted(trial.workload()));
        var unused = trial.keys().distribution(trial.records());
    }

    /** Returns the terms that figures depend on. */
    public CacheTerms terms() {
        return new CacheTerms(trial.words(), budget);
    }

    KeyDistribution distribution() {
        return trial.keys().distribution(trial.records());
    }
}
