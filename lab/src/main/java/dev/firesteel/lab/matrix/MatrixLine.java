// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import dev.firesteel.lab.Machine;
import org.jspecify.annotations.Nullable;

/**
 * A line of the file of results, as {@link dev.firesteel.lab.ResultLine} has it.
 *
 * @param kind {@link #KIND}
 * @param at when it was measured, in UTC, as ISO 8601 has it
 * @param firesteel our version
 * @param cassandra its release
 * @param machine where
 * @param settings what was asked for
 * @param result what came of it
 */
record MatrixLine(
        String kind,
        String at,
        String firesteel,
        String cassandra,
        Machine machine,
        MatrixTerms settings,
        MatrixResult result) {
    static final String KIND = "matrix-cell";

    /** Null if it is of something else. */
    @Nullable MatrixOrigin origin() {
        if (!KIND.equals(kind)) return null;
        return new MatrixOrigin(cassandra, machine, settings);
    }
}
