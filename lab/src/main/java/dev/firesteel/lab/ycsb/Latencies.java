// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Latencies by operation. Used by one thread; {@link #add} merges those of several threads once
 * they have ended.
 *
 * <p>The latency of an operation starts when it was due, even if it began later: delays of a stall
 * count. The busy time of clients is counted separately.
 */
final class Latencies {
    static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);
    static final int DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Histogram> succeeded = new TreeMap<>();
    private final Map<String, Long> failed = new TreeMap<>();
    private int failuresInARow;
    private long busyNanos;

    /**
     * Records an operation. Failures are counted, not timed.
     *
     * @param nanos from its due time to its end
     * @param ownNanos from its beginning to its end
     */
    void record(String operation, long nanos, long ownNanos, boolean success) {
        if (success) {
            histogram(operation).recordValue(Math.min(nanos, HIGHEST_NANOS));
            busyNanos += ownNanos;
        } else failed.merge(operation, 1L, Long::sum);
        failuresInARow = success ? 0 : failuresInARow + 1;
    }

    /** Returns the latencies of a result with histograms. */
    static Latencies of(YcsbResult result) throws IOException {
        Latencies latencies = new Latencies();
        for (Map.Entry<String, OperationResult> each : result.each().entrySet()) {
            if (each.getValue().errors() > 0)
                latencies.failed.put(each.getKey(), each.getValue().errors());
            String encoded = result.histograms().get(each.getKey());
            if (encoded == null) throw new IOException("no histogram of " + each.getKey());
            Histogram histogram = decoded(encoded);
            if (histogram.getTotalCount() != each.getValue().succeeded())
                throw new IOException("the histogram of " + each.getKey() + " is damaged");
            latencies.histogram(each.getKey()).add(histogram);
        }
        latencies.busyNanos = Math.round(result.busySeconds() * NANOS_PER_SECOND);
        return latencies;
    }

    private static Histogram decoded(String text) throws IOException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IOException("a histogram is damaged: " + e.getMessage(), e);
        }
    }

    /** Returns the histogram of each operation, compressed, in Base64. */
    Map<String, String> encoded() {
        Map<String, String> encoded = new TreeMap<>();
        succeeded.forEach(
                (operation, histogram) -> {
                    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
                    int size = histogram.encodeIntoCompressedByteBuffer(bytes);
                    byte[] used = Arrays.copyOf(bytes.array(), size);
                    encoded.put(operation, Base64.getEncoder().encodeToString(used));
                });
        return encoded;
    }

    /** Returns the total time of successful operations of all clients. */
    long busyNanos() {
        return busyNanos;
    }

    /** Returns the number of failures since the last success. */
    int failuresInARow() {
        return failuresInARow;
    }

    /** Adds the measurements of another. */
    void add(Latencies other) {
        other.succeeded.forEach((operation, histogram) -> histogram(operation).add(histogram));
        other.failed.forEach((operation, count) -> failed.merge(operation, count, Long::sum));
        busyNanos += other.busyNanos;
    }

    /** Returns the number of failed operations. */
    long failedCount() {
        return failed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the result of all operations together. */
    OperationResult overall() {
        Histogram all = new Histogram(HIGHEST_NANOS, DIGITS);
        succeeded.values().forEach(all::add);
        return result(all, failedCount());
    }

    /** Returns the result of each operation by its name. */
    Map<String, OperationResult> each() {
        Map<String, OperationResult> results = new TreeMap<>();
        failed.keySet().forEach(this::histogram);
        succeeded.forEach(
                (operation, histogram) ->
                        results.put(
                                operation, result(histogram, failed.getOrDefault(operation, 0L))));
        return results;
    }

    private Histogram histogram(String operation) {
        return succeeded.computeIfAbsent(operation, name -> new Histogram(HIGHEST_NANOS, DIGITS));
    }

    private static OperationResult result(Histogram histogram, long errors) {
        return new OperationResult(
                histogram.getTotalCount(),
                errors,
                histogram.getMean() / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(50) / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(99) / NANOS_PER_MICRO,
                histogram.getValueAtPercentile(99.9) / NANOS_PER_MICRO,
                histogram.getMaxValue() / NANOS_PER_MICRO);
    }
}
