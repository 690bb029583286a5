// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.prometheus;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A limited number of threads that read requests and send replies, each for a limited time. A
 * thread that is interrupted while it reads or writes closes its connection, so no client can keep
 * one. While connections wait for a thread, the limit is shorter.
 *
 * <p>The server's own limits are system properties, read once: another agent may have started a
 * server before.
 */
final class ConnectionThreads implements Executor {
    private static final int THREADS = 64;
    private static final int IDLE_SECONDS = 30;

    /** The least time of a read or write that others wait for; the most is twice as long. */
    private static final long HURRY_MILLIS = 100;

    private final Duration patience;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor timer;
    private final Map<Thread, Turn> turns = new ConcurrentHashMap<>();
    private final AtomicBoolean isHurryScheduled = new AtomicBoolean();

    ConnectionThreads(ThreadFactory factory, Duration patience) {
        this.patience = patience;
        threads =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        factory);
        threads.allowCoreThreadTimeOut(true);
        timer = new ScheduledThreadPoolExecutor(1, factory);
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void execute(Runnable exchange) {
        threads.execute(() -> run(exchange));
        hurryIfOthersWait();
    }

    private void run(Runnable exchange) {
        Turn turn = new Turn(Thread.currentThread());
        Future<?> limit = timer.schedule(turn::end, patience.toMillis(), TimeUnit.MILLISECONDS);
        turns.put(turn.thread, turn);
        try {
            exchange.run();
        } finally {
            turns.remove(turn.thread);
            limit.cancel(false);
            turn.ended();
        }
    }

    /** Sets whether the calling thread reads or writes, which it does at first. */
    void waitsForClient(boolean does) {
        Turn turn = turns.get(Thread.currentThread());
        if (turn != null) turn.waitsForClient(does);
    }

    private void hurryIfOthersWait() {
        if (threads.getQueue().isEmpty() || !isHurryScheduled.compareAndSet(false, true)) return;
        Future<?> unused = timer.schedule(this::hurry, HURRY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Ends the reads and writes that have lasted since the last call, if others wait. */
    private void hurry() {
        isHurryScheduled.set(false);
        if (threads.getQueue().isEmpty()) return;
        for (Turn each : turns.values()) each.hurry();
        hurryIfOthersWait();
    }

    /** Stops the threads and their connections. */
    void close() {
        threads.shutdownNow();
        timer.shutdownNow();
    }

    /** One exchange on a thread; its time limit must not interrupt the next exchange. */
    private static final class Turn {
        private final Thread thread;
        private boolean hasEnded;
        private boolean isHurried;
        private boolean waitsForClient = true;

        private Turn(Thread thread) {
            this.thread = thread;
        }

        private synchronized void end() {
            if (!hasEnded) thread.interrupt();
        }

        private synchronized void waitsForClient(boolean does) {
            waitsForClient = does;
            isHurried = false;
        }

        /** Ends a read or write at the second call. */
        private synchronized void hurry() {
            if (isHurried && waitsForClient) end();
            isHurried = true;
        }

        private synchronized void ended() {
            hasEnded = true;
            boolean unused = Thread.interrupted();
        }
    }
}
