// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A result with its origin.
 *
 * @param at the time of its end, ISO 8601
 * @param machine the machine of the measurement
 * @param result the result, whose fields follow
 */
public record DatedResult<R extends Record>(String at, Machine machine, @JsonUnwrapped R result) {
    /** Returns a result that has just ended on this machine, on one line of JSON. */
    public static String line(Record result) {
        return JsonLine.of(new DatedResult<>(ResultLine.now(), Machine.here(), result));
    }
}
