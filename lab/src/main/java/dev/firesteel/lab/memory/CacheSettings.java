// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.KeyDistribution;

/**
 * What is read, and from which caches.
 *
 * @param trial what the node does: reads and nothing else, for what writes and compactions read
 *     would count as well
 * @param budget how its memory is divided
 */
public record CacheSettings(TrialSettings trial, Budget budget) {
    /**
     * Checks that only rows are read.
     *
     * @throws IllegalArgumentException if not, or if there are too many to look at each
     */
    public CacheSettings {
        if (!trial.workload().isReadOnly())
            throw new IllegalArgumentException(
                    "--workload %s does not only read: what it writes is read again by compactions; give c"
                            .formatted(trial.workload()));
        var unused = trial.keys().distribution(trial.records());
    }

    /** What figures depend on. */
    public CacheTerms terms() {
        return new CacheTerms(trial.words(), budget);
    }

    KeyDistribution distribution() {
        return trial.keys().distribution(trial.records());
    }
}
