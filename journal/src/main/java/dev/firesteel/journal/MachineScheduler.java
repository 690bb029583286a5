// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The threads, locks and clock of this machine. */
class MachineScheduler implements Scheduler {
    @Override
    public Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name); // owns threads
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public Thread current() {
        return Thread.currentThread();
    }

    @Override
    public void park(Object blocker) {
        LockSupport.park(blocker);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }

    @Override
    public void unpark(@Nullable Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    @Override
    public Lock newLock() {
        return new ReentrantLock();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime(); // owns clock
    }
}
