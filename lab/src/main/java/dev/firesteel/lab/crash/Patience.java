// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Waits a moment between tries, until a time has passed since its creation. */
final class Patience {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final LongSupplier nanos;
    private final long began;
    private final Duration most;

    /**
     * Creates the object.
     *
     * @param nanos a clock in nanoseconds, of any origin
     */
    Patience(LongSupplier nanos, Duration most) {
        this.nanos = nanos;
        this.began = nanos.getAsLong();
        this.most = most;
    }

    /** Waits a moment. Returns false, at once, if the time has passed. */
    boolean waits() {
        if (nanos.getAsLong() - began >= most.toNanos()) return false;
        LockSupport.parkNanos(POLL_NANOS);
        return true;
    }
}
