// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import dev.firesteel.lab.Progress;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Reports the progress of a thread pool about once a second. */
final class ProgressTicker {
    private static final double NANOS_PER_MICRO = 1_000;

    private final Progress progress;
    private final LongSupplier nanos;
    private final long total;
    private final LongSupplier done;
    private final Intervals intervals;
    private final @Nullable HistogramLog log;

    /**
     * Creates the object; reports nothing yet.
     *
     * @param log receives each interval, too; null for none
     */
    ProgressTicker(
            Progress progress,
            LongSupplier nanos,
            long total,
            LongSupplier done,
            Intervals intervals,
            @Nullable HistogramLog log) {
        this.progress = progress;
        this.nanos = nanos;
        this.total = total;
        this.done = done;
        this.intervals = intervals;
        this.log = log;
    }

    /** Returns once every task of the pool has ended. The pool must not accept more tasks. */
    void tickUntilEnd(ExecutorService pool) throws InterruptedException {
        long lastDone = 0;
        long lastNanos = nanos.getAsLong();
        boolean ended;
        do {
            ended = pool.awaitTermination(1, TimeUnit.SECONDS);
            long nowDone = done.getAsLong();
            long nowNanos = nanos.getAsLong();
            double seconds = Math.max(1, nowNanos - lastNanos) / 1e9;
            Map<String, Histogram> interval = intervals.next();
            if (log != null) log.add(interval);
            progress.reached(nowDone, total, (nowDone - lastDone) / seconds, p99Micros(interval));
            lastDone = nowDone;
            lastNanos = nowNanos;
        } while (!ended);
    }

    private static double p99Micros(Map<String, Histogram> interval) {
        Histogram all = new Histogram(Latencies.HIGHEST_NANOS, Latencies.DIGITS);
        interval.values().forEach(all::add);
        return all.getValueAtPercentile(99) / NANOS_PER_MICRO;
    }
}
