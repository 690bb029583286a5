// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * When operations are due that come at a fixed rate, whoever is free to do them: an open loop.
 *
 * <p>Shared by all clients. It does not wait for a client that is late, so what a stall delays is
 * late by the whole stall, as it is for users, and not left out.
 */
final class Timetable {
    /** So often somebody who waits asks whether to go on. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final double perSecond;
    private final long startNanos;
    private final LongSupplier nanos;
    private final AtomicLong given = new AtomicLong();

    /**
     * A timetable.
     *
     * @param perSecond how many operations are due a second, more than 0
     * @param startNanos when the first is due
     * @param nanos the clock
     */
    Timetable(double perSecond, long startNanos, LongSupplier nanos) {
        this.perSecond = perSecond;
        this.startNanos = startNanos;
        this.nanos = nanos;
    }

    /** When the next operation is due. Each is given once. */
    long next() {
        return startNanos
                + Math.round(given.getAndIncrement() * (TimeUnit.SECONDS.toNanos(1) / perSecond));
    }

    /** Waits until then. Returns whether that is so, and not that there is no use in going on. */
    boolean await(long dueNanos, BooleanSupplier isToGoOn) {
        while (isToGoOn.getAsBoolean()) {
            long left = dueNanos - nanos.getAsLong();
            if (left <= 0) return true;
            LockSupport.parkNanos(this, Math.min(left, PATIENCE_NANOS));
        }
        return false;
    }
}
