// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

/**
 * The time of a fixed number of operations with this memory.
 *
 * @param memory in any unit, the same for all measurements of a fit; above 0
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
