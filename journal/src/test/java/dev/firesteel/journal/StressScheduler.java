// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * The machine's threads, without time: no heartbeat helps who is not woken, and who has not been
 * for long fails. jcstress itself would wait for ever where it tries a test before it counts.
 */
final class StressScheduler extends MachineScheduler {
    /** What is said of a wake-up that was lost. */
    static final String NOT_WOKEN = "nobody woke this thread";

    /** Longer than any thread has to wait for a processor; jcstress gives up after 30 s. */
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

    /** As if there were always too many. */
    @Override
    public int wakesAtOnce() {
        return 0;
    }
}
