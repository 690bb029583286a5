// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;

/**
 * A way to divide memory.
 *
 * @param name its own among those that are compared
 */
public record Division(String name, Budget budget) {
    /** The name of that of Cassandra by default. */
    public static final String DEFAULTS = "defaults";

    /** The name of that which is recommended. */
    public static final String RECOMMENDED = "recommended";

    /**
     * The name of that with as many memtables as by default, but divided otherwise as all that were
     * calibrated: what it has over the defaults is not the memtables' doing.
     */
    public static final String CONTROL = "control";
}
