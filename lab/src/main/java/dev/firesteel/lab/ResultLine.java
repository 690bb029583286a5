// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

/**
 * What an experiment found, with what it takes to repeat it. {@link JsonLine} makes a line of a
 * file of it, which a report reads.
 *
 * @param kind which experiment, as {@code sweep}: it tells what the result is made of
 * @param at when it ended, in UTC, as ISO 8601 has it
 * @param firesteel our version
 * @param cassandra the release that was measured, or "unknown"
 * @param machine where
 * @param settings what was asked for
 * @param result what came of it
 */
public record ResultLine(
        String kind,
        String at,
        String firesteel,
        String cassandra,
        Machine machine,
        Record settings,
        Record result) {}
