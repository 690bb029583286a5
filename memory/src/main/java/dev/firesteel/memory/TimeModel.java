// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.Locale;

/**
 * The time of a fixed number of operations by memory: linear in a function of it (Wang et al., "A
 * System Performance Estimation Model for Cassandra Database", formulas 3 and 5).
 */
public enum TimeModel {
    /**
     * time = a / memory + b, with the memory of memtables: the smaller they are, the more often
     * they are flushed. It does not hold beyond the size whose flushes exceed the drive's
     * throughput ("max_write", section 3.2.2 and table 8).
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
     * time = a + b ln(memory), with the memory of caches, for keys drawn by Zipf's law. As b is
     * negative, the time reaches zero at some size, where the model no longer holds.
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

    /** Returns the function of memory that time is linear in. */
    abstract double basis(double memory);

    /** Returns the formula. */
    public abstract String formula();

    /**
     * Returns the model of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static TimeModel of(String name) {
        for (TimeModel each : values()) if (each.toString().equals(name)) return each;
        throw new IllegalArgumentException("a model must be write or read, not " + name);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
