// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * A client thread. It performs one operation after the other, until its share or its time is done.
 * Without a timetable each begins when the last has ended; with one, when it is due.
 */
final class Client implements Runnable {
    /** Number of consecutive failures after which the client gives up. */
    private static final int FAILURES_TO_GIVE_UP = 20;

    /** Delay beyond the deadline after which a client gives up. */
    private static final long LATEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Workload workload;
    private final CassandraBinding binding;
    private final Step step;
    private final long operations;
    private final long deadlineNanos;
    private final @Nullable ArrivalSchedule timetable;
    private final BooleanSupplier isStopped;
    private final LongSupplier nanos;
    private final int retries;
    private final Intervals intervals;
    private final Latencies latencies = new Latencies();
    private volatile long done;

    Client(
            Workload workload,
            CassandraBinding binding,
            Step step,
            long operations,
            long deadlineNanos,
            @Nullable ArrivalSchedule timetable,
            BooleanSupplier isStopped,
            LongSupplier nanos,
            int retries,
            Intervals intervals) {
        this.workload = workload;
        this.binding = binding;
        this.step = step;
        this.operations = operations;
        this.deadlineNanos = deadlineNanos;
        this.timetable = timetable;
        this.isStopped = isStopped;
        this.nanos = nanos;
        this.retries = retries;
        this.intervals = intervals;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // written by this thread only
    public void run() {
        MeasuredBinding measured =
                new MeasuredBinding(binding, latencies, intervals, nanos, retries);
        while (done < operations && isHopeful() && mayBegin(measured)) {
            step.perform(workload, measured, null);
            done++;
        }
    }

    private boolean mayBegin(MeasuredBinding measured) {
        if (timetable == null) return isInTime();
        long due = timetable.next();
        measured.due(due);
        // Operations due in time are performed even if late, so that a stall's delays are measured.
        return due - deadlineNanos < 0 && timetable.await(due, this::isToGoOn);
    }

    private boolean isToGoOn() {
        return !isStopped.getAsBoolean()
                && !Thread.currentThread().isInterrupted()
                && nanos.getAsLong() - deadlineNanos < LATEST_NANOS;
    }

    /** Returns the number of operations performed so far. Called by other threads. */
    long done() {
        return done;
    }

    /** Returns the latencies. Only valid when the thread has ended. */
    Latencies latencies() {
        return latencies;
    }

    /** Returns the last error; empty if no operation has failed. */
    String lastError() {
        return binding.lastError();
    }

    private boolean isInTime() {
        return nanos.getAsLong() - deadlineNanos < 0
                && !isStopped.getAsBoolean()
                && !Thread.currentThread().isInterrupted();
    }

    private boolean isHopeful() {
        return latencies.failuresInARow() < FAILURES_TO_GIVE_UP;
    }

    /** A method of YCSB that performs one operation of a phase. */
    @FunctionalInterface
    interface Step {
        boolean perform(Workload workload, DB binding, @Nullable Object threadState);
    }
}
