// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** The machine's threads, without time: nothing is ever due. */
final class StillScheduler implements Scheduler {
    private final Scheduler machine = new MachineScheduler();

    @Override
    public Thread start(String name, Runnable work) {
        return machine.start(name, work);
    }

    @Override
    public Thread current() {
        return machine.current();
    }

    @Override
    public void park(Object blocker) {
        machine.park(blocker);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        machine.parkNanos(blocker, nanos);
    }

    @Override
    public void unpark(@Nullable Thread thread) {
        machine.unpark(thread);
    }

    @Override
    public void join(Thread thread) {
        machine.join(thread);
    }

    @Override
    public Lock newLock() {
        return machine.newLock();
    }

    @Override
    public long nanoTime() {
        return 0;
    }
}
