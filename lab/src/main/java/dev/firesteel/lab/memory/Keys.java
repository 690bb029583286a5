// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

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

    void addTo(Properties properties) {
        properties.setProperty("requestdistribution", toString());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
