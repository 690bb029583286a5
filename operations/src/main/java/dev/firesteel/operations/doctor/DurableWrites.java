// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import dev.firesteel.journal.BlockDevice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * Times durable writes of 4 KiB as a journal does them. They rewrite the existing content, so that
 * neither a run nor a crash changes a device.
 */
final class DurableWrites {
    static final int REGION_BYTES = 1 << 20;
    static final int WRITE_BYTES = 4096;
    static final int MAX_DEPTH = 16;

    private static final int STRIPE_BYTES = REGION_BYTES / MAX_DEPTH;
    private static final long PATIENCE_SECONDS = 10;

    private final BlockDevice device;
    private final ByteBuffer content;
    private final LongSupplier nanoClock;

    /**
     * @param content the first {@link #REGION_BYTES} of the device, in an aligned direct buffer
     */
    DurableWrites(BlockDevice device, ByteBuffer content, LongSupplier nanoClock) {
        this.device = device;
        this.content = content;
        this.nanoClock = nanoClock;
    }

    /** Returns a buffer of the size and alignment that a run needs. */
    static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(REGION_BYTES + WRITE_BYTES)
                .alignedSlice(WRITE_BYTES)
                .limit(REGION_BYTES)
                .slice();
    }

    /**
     * Writes until the time has passed or the writes are done.
     *
     * @param depth the number of writers, each with one write in flight
     */
    Latency run(int depth, long nanos, int writes) throws IOException {
        ExecutorService writers = Executors.newFixedThreadPool(depth, DurableWrites::daemon);
        try {
            long start = nanoClock.getAsLong();
            List<Future<long[]>> runs = new ArrayList<>();
            for (int writer = 0; writer < depth; writer++) {
                int stripe = writer;
                runs.add(writers.submit(() -> write(stripe, start + nanos, writes / depth)));
            }
            long[] samples = joined(runs, nanos);
            return Latency.of(depth, samples, nanoClock.getAsLong() - start);
        } finally {
            writers.shutdown();
        }
    }

    /** Creates a daemon thread: a hanging write must not block the exit. */
    private static Thread daemon(Runnable work) {
        Thread thread = Executors.defaultThreadFactory().newThread(work);
        thread.setDaemon(true);
        return thread;
    }

    private long[] write(int stripe, long deadline, int writes) throws IOException {
        long[] samples = new long[writes];
        int done = 0;
        for (long now = nanoClock.getAsLong(); done < writes && now < deadline; ) {
            int at = stripe * STRIPE_BYTES + done * WRITE_BYTES % STRIPE_BYTES;
            device.write(at, content.duplicate().limit(at + WRITE_BYTES).position(at));
            long returned = nanoClock.getAsLong();
            samples[done++] = returned - now;
            now = returned;
        }
        return Arrays.copyOf(samples, done);
    }

    private static long[] joined(List<Future<long[]>> runs, long nanos) throws IOException {
        LongStream samples = LongStream.empty();
        try {
            for (Future<long[]> run : runs)
                samples =
                        LongStream.concat(
                                samples,
                                LongStream.of(
                                        run.get(
                                                TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS) + nanos,
                                                TimeUnit.NANOSECONDS)));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException(cause == null ? e.getMessage() : cause.getMessage(), e);
        } catch (TimeoutException e) {
            throw new IOException(
                    "a durable write has not returned within %d s".formatted(PATIENCE_SECONDS), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return samples.toArray();
    }
}
