// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import dev.firesteel.lab.Progress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Tells about once a second how far a pool of threads is. */
final class ProgressTicker {
    private final Progress progress;
    private final LongSupplier nanos;
    private final long total;
    private final LongSupplier done;

    ProgressTicker(Progress progress, LongSupplier nanos, long total, LongSupplier done) {
        this.progress = progress;
        this.nanos = nanos;
        this.total = total;
        this.done = done;
    }

    /** Returns once every task of the pool, which takes no more of them, has ended. */
    void tickUntilEnd(ExecutorService pool) throws InterruptedException {
        long lastDone = 0;
        long lastNanos = nanos.getAsLong();
        boolean ended;
        do {
            ended = pool.awaitTermination(1, TimeUnit.SECONDS);
            long nowDone = done.getAsLong();
            long nowNanos = nanos.getAsLong();
            double seconds = Math.max(1, nowNanos - lastNanos) / 1e9;
            progress.reached(nowDone, total, (nowDone - lastDone) / seconds);
            lastDone = nowDone;
            lastNanos = nowNanos;
        } while (!ended);
    }
}
