// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import org.jspecify.annotations.Nullable;

/**
 * Counts of changes of every kind.
 *
 * @param attempted changes attempted
 * @param acknowledged changes acknowledged
 * @param schemaChanges schema changes acknowledged; 0 in older results
 * @param viewErrors partitions whose materialized view differs from them; 0 in older results
 */
public record ChangeCounts(long attempted, long acknowledged, long schemaChanges, long viewErrors) {
    /** There were no changes. */
    static final ChangeCounts NONE = new ChangeCounts(0, 0, 0, 0);

    /** Returns the counts of a result; of an older one there are none. */
    public static ChangeCounts of(@Nullable ChangeCounts counts) {
        return counts == null ? NONE : counts;
    }

    ChangeCounts plus(ChangeCounts other) {
        return new ChangeCounts(
                attempted + other.attempted,
                acknowledged + other.acknowledged,
                schemaChanges + other.schemaChanges,
                viewErrors + other.viewErrors);
    }
}
