// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

/**
 * How long a fixed number of operations took with so much memory.
 *
 * @param memory in any unit, the same for all that are fitted together; above 0
 * @param seconds above 0
 */
public record Measurement(double memory, double seconds) {
    public Measurement {
        if (!isAboveZero(memory))
            throw new IllegalArgumentException("memory must be above 0, not " + memory);
        if (!isAboveZero(seconds))
            throw new IllegalArgumentException("seconds must be above 0, not " + seconds);
    }

    private static boolean isAboveZero(double number) {
        return number > 0 && Double.isFinite(number);
    }
}
