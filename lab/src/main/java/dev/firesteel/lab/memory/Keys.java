// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.KeyDistribution;
import java.util.Locale;
import java.util.Properties;

/** Distributions of the keys of reads and updates. */
public enum Keys {
    /**
     * As in YCSB's {@code zipfian}: Zipf's law with theta .99 over 10^10 items, hashed onto the
     * existing keys. Much less skewed than its name suggests.
     */
    ZIPFIAN,
    /** Zipf's law itself, with the same theta, over the existing keys. */
    TRUE_ZIPFIAN,
    /** Each key equally often. */
    UNIFORM;

    /** Limit that bounds the memory of a distribution. */
    private static final long MOST_ROWS = 20_000_000;

    /**
     * Returns the distribution of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Keys of(String name) {
        for (Keys each : values()) if (each.toString().equals(name)) return each;
        throw new IllegalArgumentException(
                "keys are chosen zipfian, true-zipfian or uniform, not " + name);
    }

    /**
     * Returns the distribution of requests to this number of rows.
     *
     * @throws IllegalArgumentException if there are too many
     */
    public KeyDistribution distribution(long rows) {
        if (rows > MOST_ROWS)
            throw new IllegalArgumentException(
                    "there must be at most %d rows, as each is examined, not %d"
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
