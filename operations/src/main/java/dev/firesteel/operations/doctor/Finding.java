// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A result of a check.
 *
 * @param level the severity
 * @param check the name of the check, such as {@code latency}
 * @param says the result, in sentences
 * @param advice the action to take, in sentences; may be empty
 * @param facts the underlying values, machine-readable
 */
public record Finding(
        Level level, String check, String says, String advice, Map<String, Object> facts) {
    public Finding {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    static Finding ok(String check, String says) {
        return new Finding(Level.OK, check, says, "", Map.of());
    }

    static Finding note(String check, String says, String advice) {
        return new Finding(Level.NOTE, check, says, advice, Map.of());
    }

    static Finding problem(String check, String says, String advice) {
        return new Finding(Level.PROBLEM, check, says, advice, Map.of());
    }

    /** Returns the same finding with one more value. */
    Finding with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(facts);
        more.put(name, value);
        return new Finding(level, check, says, advice, more);
    }
}
