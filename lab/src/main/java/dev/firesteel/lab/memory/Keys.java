// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.KeyDistribution;
import java.util.Locale;
import java.util.Properties;

/** How the keys of reads and updates are chosen. */
public enum Keys {
    /**
     * As YCSB's {@code zipfian} does: by Zipf's law with theta .99 from 10^10 items, hashed onto
     * the keys that there are. Much less skewed than its name says.
     */
    ZIPFIAN,
    /** By Zipf's law itself, with the same theta, from the keys that there are. */
    TRUE_ZIPFIAN,
    /** Each as often as any other. */
    UNIFORM;

    /** More would take more memory than what is looked at is worth. */
    private static final long MOST_ROWS = 20_000_000;

    /**
     * Those of that name.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Keys of(String name) {
        for (Keys each : values()) if (each.toString().equals(name)) return each;
        throw new IllegalArgumentException(
                "keys are chosen zipfian, true-zipfian or uniform, not " + name);
    }

    /**
     * How often each of so many rows is asked for.
     *
     * @throws IllegalArgumentException if there are too many
     */
    public KeyDistribution distribution(long rows) {
        if (rows > MOST_ROWS)
            throw new IllegalArgumentException(
                    "there must be at most %d rows, as each is looked at, not %d"
                            .formatted(MOST_ROWS, rows));
        int keys = (int) rows;
        return switch (this) {
            case UNIFORM -> KeyDistribution.uniform(keys);
            case ZIPFIAN -> KeyDistribution.ycsbZipfian(keys);
            case TRUE_ZIPFIAN -> KeyDistribution.zipfian(keys, KeyDistribution.YCSB_THETA);
        };
    }

    void addTo(Properties properties) {
        properties.setProperty("requestdistribution", toString());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
