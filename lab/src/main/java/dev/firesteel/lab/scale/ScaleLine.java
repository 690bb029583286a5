// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import dev.firesteel.lab.Machine;
import org.jspecify.annotations.Nullable;

/**
 * A line of the file of single measurements, as {@link dev.firesteel.lab.ResultLine} has it.
 *
 * @param kind {@link #KIND}
 * @param at when it was measured, in UTC, as ISO 8601 has it
 * @param firesteel our version
 * @param cassandra its release
 * @param machine where
 * @param settings what was asked for
 * @param result what one cluster did
 */
record ScaleLine(
        String kind,
        String at,
        String firesteel,
        String cassandra,
        Machine machine,
        ScaleTerms settings,
        ScalePoint result) {
    static final String KIND = "scale-point";

    /**
     * Where figures come from: those of different origin are not to stand beside each other.
     *
     * @param firesteel our version
     * @param cassandra its release
     * @param machine where it was measured
     * @param terms what was asked for
     */
    record Origin(String firesteel, String cassandra, Machine machine, ScaleTerms terms) {}

    /** Null if it is of something else. */
    @Nullable Origin origin() {
        if (!KIND.equals(kind)) return null;
        return new Origin(firesteel, cassandra, machine, settings);
    }
}
