// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.random.RandomGenerator;

/**
 * The key that each writer writes now, or wrote last. Only their rows can have values that are not
 * durable yet.
 *
 * <p>Safe for use by several threads.
 */
final class KeysInFlight {
    private final AtomicIntegerArray keys;

    /** Starts with the first key of each writer. */
    KeysInFlight(int writers) {
        keys = new AtomicIntegerArray(writers);
        for (int writer = 0; writer < writers; writer++) keys.set(writer, writer);
    }

    /** Records the key that a writer is about to write. */
    void set(int writer, int key) {
        keys.set(writer, key);
    }

    /** Returns the key of a random writer. */
    int any(RandomGenerator random) {
        return keys.get(random.nextInt(keys.length()));
    }
}
