// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

/**
 * What an experiment found, with what it takes to repeat it. {@link JsonLine} makes a line of a
 * file of it, which a report reads.
 *
 * @param <S> what of settings figures depend on
 * @param <R> what came of it
 * @param kind which experiment, as {@code sweep}: it tells what the result is made of
 * @param at when it ended, in UTC, as ISO 8601 has it
 * @param firesteel our version
 * @param cassandra the release that was measured, or "unknown"
 * @param machine where
 * @param settings what was asked for
 * @param result what came of it
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
     * Where figures come from: those of different origin are not to stand beside each other.
     *
     * @param firesteel our version
     * @param cassandra the release that was measured
     * @param machine where
     * @param settings what was asked for
     */
    public record Origin<S extends Record>(
            String firesteel, String cassandra, Machine machine, S settings) {
        @Override
        public String toString() {
            return "Firesteel %s, Cassandra %s, %s, %s"
                    .formatted(firesteel, cassandra, machine, settings);
        }
    }

    /** Where its figures come from. */
    Origin<S> origin() {
        return new Origin<>(firesteel, cassandra, machine, settings);
    }
}
