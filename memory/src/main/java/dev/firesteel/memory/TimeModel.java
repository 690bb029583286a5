// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.Locale;

/**
 * How the time of a fixed number of operations depends on memory: linear in a function of it (Wang
 * et al., "A System Performance Estimation Model for Cassandra Database", formulas 3 and 5).
 */
public enum TimeModel {
    /**
     * time = a / memory + b, memory being that of memtables: the less there is, the more often they
     * are flushed. It does not hold beyond the size whose flushes the drive cannot take at once
     * ("max_write", section 3.2.2 and table 8).
     */
    WRITE {
        @Override
        double basis(double memory) {
            return 1 / memory;
        }

        @Override
        public String formula() {
            return "seconds = a / memory + b";
        }
    },

    /**
     * time = a + b ln(memory), memory being that of caches, and keys being drawn by Zipf's law: b
     * is negative, and the time reaches zero at some size, so that it cannot hold there.
     */
    READ {
        @Override
        double basis(double memory) {
            return Math.log(memory);
        }

        @Override
        public String formula() {
            return "seconds = a + b ln(memory)";
        }
    };

    /** What time is linear in. */
    abstract double basis(double memory);

    /** The formula in words of mathematics. */
    public abstract String formula();

    /**
     * The model of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static TimeModel of(String name) {
        for (TimeModel each : values()) if (each.toString().equals(name)) return each;
        throw new IllegalArgumentException("a model is write or read, not " + name);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
