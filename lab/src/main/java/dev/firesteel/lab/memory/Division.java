// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;

/**
 * A named memory split.
 *
 * @param name unique among those compared
 */
public record Division(String name, Budget budget) {
    /** The name of Cassandra's default split. */
    public static final String DEFAULTS = "defaults";

    /** The name of the recommended split. */
    public static final String RECOMMENDED = "recommended";

    /**
     * The name of the split with the default memtables, and all other memory as in the calibrated
     * splits. Its advantage over the defaults is not due to memtables.
     */
    public static final String CONTROL = "control";
}
