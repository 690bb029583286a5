// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * One client thread: one operation after the other, until its share or its time is done. Without a
 * timetable the next begins when the last has ended; with one, when it is due.
 */
final class Client implements Runnable {
    /** Nobody answers any more: no use in going on. */
    private static final int FAILURES_TO_GIVE_UP = 20;

    /** Who is as late as this will not catch up. */
    private static final long LATEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Workload workload;
    private final CassandraBinding binding;
    private final Step step;
    private final long operations;
    private final long deadlineNanos;
    private final @Nullable Timetable timetable;
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
            @Nullable Timetable timetable,
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
        // What is due in time is done, also late: what a stall has delayed must not be left out.
        return due - deadlineNanos < 0 && timetable.await(due, this::isToGoOn);
    }

    private boolean isToGoOn() {
        return !isStopped.getAsBoolean()
                && !Thread.currentThread().isInterrupted()
                && nanos.getAsLong() - deadlineNanos < LATEST_NANOS;
    }

    /** Operations performed so far. Read by other threads. */
    long done() {
        return done;
    }

    /** To be read when the thread has ended. */
    Latencies latencies() {
        return latencies;
    }

    /** Why an operation failed; empty if none has. */
    String lastError() {
        return binding.lastError() == null ? "" : String.valueOf(binding.lastError());
    }

    private boolean isInTime() {
        return nanos.getAsLong() - deadlineNanos < 0
                && !isStopped.getAsBoolean()
                && !Thread.currentThread().isInterrupted();
    }

    private boolean isHopeful() {
        return latencies.failuresInARow() < FAILURES_TO_GIVE_UP;
    }

    /** What YCSB calls for one operation of a phase. */
    @FunctionalInterface
    interface Step {
        boolean perform(Workload workload, DB binding, @Nullable Object threadState);
    }
}
