// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Schedule of operations at a fixed rate for any free client: an open loop.
 *
 * <p>Shared by all clients. It does not wait for a late client. A stall's delay therefore counts in
 * full for all operations, as it does for users.
 */
final class ArrivalSchedule {
    /** Maximum time between two checks whether to go on. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final double perSecond;
    private final long startNanos;
    private final LongSupplier nanos;
    private final AtomicLong given = new AtomicLong();

    /**
     * Creates a timetable.
     *
     * @param perSecond the rate of operations a second, above 0
     * @param startNanos the due time of the first
     * @param nanos the clock
     */
    ArrivalSchedule(double perSecond, long startNanos, LongSupplier nanos) {
        this.perSecond = perSecond;
        this.startNanos = startNanos;
        this.nanos = nanos;
    }

    /** Returns the due time of the next operation. Each is returned once. */
    long next() {
        return startNanos
                + Math.round(given.getAndIncrement() * (TimeUnit.SECONDS.toNanos(1) / perSecond));
    }

    /** Waits until the due time. Returns false if the client must not go on. */
    boolean await(long dueNanos, BooleanSupplier isToGoOn) {
        while (isToGoOn.getAsBoolean()) {
            long left = dueNanos - nanos.getAsLong();
            if (left <= 0) return true;
            LockSupport.parkNanos(this, Math.min(left, PATIENCE_NANOS));
        }
        return false;
    }
}
