// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import org.jspecify.annotations.Nullable;

/**
 * Counts of histories of registers.
 *
 * @param checked histories checked, one a register
 * @param violated the part of them that is not linearizable
 */
public record HistoryCounts(int checked, int violated) {
    /** There were no registers. */
    static final HistoryCounts NONE = new HistoryCounts(0, 0);

    /** Returns the counts of a result; of an older one there are none. */
    public static HistoryCounts of(@Nullable HistoryCounts counts) {
        return counts == null ? NONE : counts;
    }

    /** Returns whether all of them are linearizable; null if none was checked. */
    static @Nullable Boolean linearizable(HistoryCounts counts) {
        return counts.checked == 0 ? null : counts.violated == 0;
    }

    HistoryCounts plus(HistoryCounts other) {
        return new HistoryCounts(checked + other.checked, violated + other.violated);
    }
}
