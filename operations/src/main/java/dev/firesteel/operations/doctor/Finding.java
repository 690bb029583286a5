// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One thing that was found.
 *
 * @param level what it means
 * @param check who found it, such as {@code latency}
 * @param says what it is, in sentences
 * @param advice what to do, in sentences; empty if there is nothing
 * @param facts the numbers behind it, for machines
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

    /** The same, with one more number. */
    Finding with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(facts);
        more.put(name, value);
        return new Finding(level, check, says, advice, more);
    }
}
