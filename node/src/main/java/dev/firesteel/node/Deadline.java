// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The end of a wait. */
final class Deadline {
    private final long atNanos;

    private Deadline(long atNanos) {
        this.atNanos = atNanos;
    }

    static Deadline in(Duration time) {
        return new Deadline(now() + time.toNanos());
    }

    boolean hasPassed() {
        return now() - atNanos >= 0;
    }

    /** Returns the time to it in milliseconds, at least 0. */
    long millisLeft() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(atNanos - now()));
    }

    private static long now() {
        return System.nanoTime(); // owns clock
    }
}
