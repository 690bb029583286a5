// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** Measures the latency and failures of another binding's operations. */
final class MeasuredBinding extends DB {
    private final DB binding;
    private final Latencies latencies;
    private final Intervals intervals;
    private final LongSupplier nanos;
    private final int retries;
    private boolean isDue;
    private long dueNanos;

    /**
     * Wraps a binding.
     *
     * @param latencies receives the measurements of this thread
     * @param intervals receives those of all threads
     * @param nanos a clock in nanoseconds, of any origin
     * @param retries the maximum number of retries of a failed insert, each after a second
     */
    MeasuredBinding(
            DB binding, Latencies latencies, Intervals intervals, LongSupplier nanos, int retries) {
        this.binding = binding;
        this.latencies = latencies;
        this.intervals = intervals;
        this.nanos = nanos;
        this.retries = retries;
    }

    /** Sets the due time of the next operation, from which its latency counts. */
    void due(long atNanos) {
        isDue = true;
        dueNanos = atNanos;
    }

    @Override
    public Status read(
            String table,
            String key,
            @Nullable Set<String> fields,
            Map<String, ByteIterator> result) {
        return measure("read", () -> binding.read(table, key, fields, result));
    }

    @Override
    @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signature
    public Status scan(
            String table,
            String startKey,
            int recordCount,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return measure("scan", () -> binding.scan(table, startKey, recordCount, fields, result));
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return measure("update", () -> binding.update(table, key, values));
    }

    /** Always returns OK, as YCSB would print each failure. Failures are counted here. */
    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        boolean isOk = measure("insert", () -> binding.insert(table, key, values)).isOk();
        for (int again = 0; !isOk && again < retries && pause(); again++)
            isOk = measure("insert", () -> binding.insert(table, key, values)).isOk();
        return Status.OK;
    }

    /** Waits a second. Returns false if the thread was interrupted, and must end. */
    private static boolean pause() {
        try {
            TimeUnit.SECONDS.sleep(1);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public Status delete(String table, String key) {
        return measure("delete", () -> binding.delete(table, key));
    }

    private Status measure(String operation, Supplier<Status> call) {
        long start = nanos.getAsLong();
        Status status = call.get();
        long end = nanos.getAsLong();
        long nanosFromDue = end - (isDue ? dueNanos : start);
        latencies.record(operation, nanosFromDue, end - start, status.isOk());
        if (status.isOk())
            intervals.record(operation, Math.min(nanosFromDue, Latencies.HIGHEST_NANOS));
        isDue = false;
        return status;
    }
}
