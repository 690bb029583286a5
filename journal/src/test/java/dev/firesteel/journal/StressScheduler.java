// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * Real threads, without time: no heartbeat helps a thread that is not woken. A thread that is not
 * woken for long fails. Without that, jcstress would wait for ever in its trial runs before the
 * measured ones.
 */
final class StressScheduler extends MachineScheduler {
    /** The message for a lost wake-up. */
    static final String NOT_WOKEN = "nobody woke this thread";

    /** Longer than a thread ever waits for a processor; jcstress gives up after 30 s. */
    private static final long LOST_NANOS = 15_000_000_000L;

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public void park(Object blocker) {
        long start = super.nanoTime();
        super.parkNanos(blocker, LOST_NANOS);
        if (super.nanoTime() - start >= LOST_NANOS) throw new AssertionError(NOT_WOKEN);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        park(blocker);
    }

    /** Makes every wake-up use the relay. */
    @Override
    public int wakesAtOnce() {
        return 0;
    }
}
