// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.prometheus;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A few threads that read requests and send replies, each for a limited time. A thread that is
 * interrupted while it reads or writes closes its connection, so no client can keep one.
 *
 * <p>The server's own limits are system properties, read once: another agent may have started a
 * server before.
 */
final class ConnectionThreads implements Executor {
    private static final int THREADS = 8;

    private final Duration patience;
    private final ExecutorService threads;
    private final ScheduledExecutorService timer;

    ConnectionThreads(ThreadFactory factory, Duration patience) {
        this.patience = patience;
        threads = Executors.newFixedThreadPool(THREADS, factory);
        timer = Executors.newSingleThreadScheduledExecutor(factory);
    }

    @Override
    public void execute(Runnable exchange) {
        threads.execute(() -> run(exchange));
    }

    private void run(Runnable exchange) {
        Turn turn = new Turn(Thread.currentThread());
        Future<?> limit = timer.schedule(turn::end, patience.toMillis(), TimeUnit.MILLISECONDS);
        try {
            exchange.run();
        } finally {
            limit.cancel(false);
            turn.ended();
        }
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

        private Turn(Thread thread) {
            this.thread = thread;
        }

        private synchronized void end() {
            if (!hasEnded) thread.interrupt();
        }

        private synchronized void ended() {
            hasEnded = true;
            boolean unused = Thread.interrupted();
        }
    }
}
