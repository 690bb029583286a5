// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;

/** Formats results as a line of JSON, with the time and machine of their measurement. */
public final class Results {
    private Results() {}

    /**
     * Returns the line.
     *
     * @param kind the kind of results
     * @param cassandra its release
     */
    public static <S extends Record, R extends Record> ResultLine<S, R> line(
            String kind, String cassandra, S settings, R result) {
        return new ResultLine<>(
                kind,
                ResultLine.now(),
                new Build().version(),
                cassandra,
                Machine.here(),
                settings,
                result);
    }
}
