// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.time.Clock;
import java.time.temporal.ChronoUnit;

/**
 * The result of an experiment, with everything needed to repeat it. {@link JsonLine} writes it as a
 * line of a file, which a report reads.
 *
 * @param <S> settings that figures depend on
 * @param <R> the result
 * @param kind the experiment, as {@code sweep}, which determines the result's type
 * @param at its end, in UTC, ISO 8601
 * @param firesteel the version of Firesteel
 * @param cassandra the measured release, or "unknown"
 * @param machine the machine of the measurements
 * @param settings the settings requested
 * @param result the result
 */
public record ResultLine<S extends Record, R extends Record>(
        String kind,
        String at,
        String firesteel,
        String cassandra,
        Machine machine,
        S settings,
        R result) {
    /**
     * The origin of figures. Figures of different origins are not comparable.
     *
     * @param firesteel the version of Firesteel
     * @param cassandra the measured release
     * @param machine the machine of the measurements
     * @param settings the settings requested
     */
    public record Origin<S extends Record>(
            String firesteel, String cassandra, Machine machine, S settings) {
        @Override
        public String toString() {
            return "Firesteel %s, Cassandra %s, %s, %s"
                    .formatted(firesteel, cassandra, machine, settings);
        }
    }

    /** Returns the time of a result that ends now: in UTC, ISO 8601, in seconds. */
    public static String now() {
        return Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).toString(); // owns clock
    }

    /** Returns the origin of its figures. */
    Origin<S> origin() {
        return new Origin<>(firesteel, cassandra, machine, settings);
    }
}
