// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/** Formats results as a line of JSON, with the time and machine of their measurement. */
final class Results {
    private Results() {}

    /**
     * Returns the line.
     *
     * @param kind the kind of results
     * @param cassandra its release
     */
    static <S extends Record, R extends Record> ResultLine<S, R> line(
            String kind, String cassandra, S settings, R result) {
        Clock clock = Clock.systemUTC(); // owns clock
        return new ResultLine<>(
                kind,
                clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
                new Build().version(),
                cassandra,
                Machine.here(),
                settings,
                result);
    }
}
