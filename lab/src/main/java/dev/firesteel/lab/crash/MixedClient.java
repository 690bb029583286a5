// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.firesteel.lab.mixed.Change;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A client that changes partitions of its own in every way, and logs each change before it is sent
 * and after it is acknowledged. Until one fails, all replicas must acknowledge every other change
 * of a partition: its loss on one of them shows.
 */
final class MixedClient implements Callable<Void> {
    /** The time after a failure until the next change. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * Half of the node's {@code write_request_timeout}. After that timeout, Cassandra also
     * acknowledges an increment whose replicas have not answered its leader. It does so earlier
     * only if they answer with a failure.
     */
    private static final long LONGEST_INCREMENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<Long> keys;
    private final LedgerLog log;
    private final Table table;
    private final SplittableRandom random;
    private final Runnable acknowledged;
    private final AtomicBoolean stopping;
    private final LongSupplier nanos;

    /** The last change of each partition. */
    private final Map<Long, Long> attempted = new HashMap<>();

    private boolean hasFailed;

    /** Makes changes. */
    @FunctionalInterface
    interface Table {
        /**
         * Makes a change; returns when it is acknowledged.
         *
         * @param byAll whether all replicas must acknowledge
         */
        void make(Change change, boolean byAll);
    }

    /**
     * Creates a client.
     *
     * @param keys its partitions, which no other client changes
     * @param acknowledged called after each acknowledgement
     * @param nanos a clock in nanoseconds, of any origin
     */
    MixedClient(
            List<Long> keys,
            LedgerLog log,
            Table table,
            SplittableRandom random,
            Runnable acknowledged,
            AtomicBoolean stopping,
            LongSupplier nanos) {
        this.keys = List.copyOf(keys);
        this.log = log;
        this.table = table;
        this.random = random;
        this.acknowledged = acknowledged;
        this.stopping = stopping;
        this.nanos = nanos;
    }

    @Override
    public Void call() throws IOException {
        try (log) {
            boolean aNodeIsThere = true;
            while (aNodeIsThere && !stopping.get()) aNodeIsThere = makeOne();
        }
        return null;
    }

    /** Makes a change. Returns whether to go on. */
    private boolean makeOne() throws IOException {
        long key = keys.get(random.nextInt(keys.size()));
        long seq = attempted.merge(key, 1L, Long::sum);
        boolean byAll = !hasFailed && (key + seq) % 2 == 0;
        log.attempt(key, seq);
        Change change = Change.of(key, seq);
        long began = nanos.getAsLong();
        try {
            table.make(change, byAll);
        } catch (QueryValidationException e) {
            throw e; // the statement is wrong, and always will be
        } catch (CoordinatorException
                | DriverTimeoutException
                | ClosedConnectionException
                | HeartbeatException e) {
            hasFailed = true;
            LockSupport.parkNanos(PAUSE_NANOS);
            return true; // the outcome is unknown
        } catch (DriverException e) {
            return false; // no node is left
        }
        if (change.kind() == Change.Kind.INCREMENT
                && nanos.getAsLong() - began > LONGEST_INCREMENT_NANOS)
            return true; // the outcome is unknown
        if (byAll) log.acknowledgeByAll(key, seq);
        else log.acknowledge(key, seq);
        acknowledged.run();
        return true;
    }
}
