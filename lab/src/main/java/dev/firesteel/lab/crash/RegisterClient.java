// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import dev.firesteel.lab.history.HistoryLog;
import dev.firesteel.lab.history.Operation;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A client that reads registers and changes them by compare-and-set, and logs each operation before
 * it is sent and after it has returned.
 */
final class RegisterClient implements Callable<Void> {
    private static final double READ_SHARE = 0.25;

    /** The share of compare-and-sets that are sent with a wrong expected value. */
    private static final double WRONG_SHARE = 0.05;

    /** The time after a failure until the next operation. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** An upper bound of the values that a client writes in a run. */
    private static final long VALUES_PER_CLIENT = 1L << 32;

    private final long firstKey;
    private final HistoryLog log;
    private final UnaryOperator<Operation> table;
    private final LongSupplier nanos;
    private final SplittableRandom random;
    private final Runnable applied;
    private final AtomicBoolean stopping;

    /** The last value seen of each register. */
    private final Map<Long, @Nullable Long> values = new HashMap<>();

    private long written;

    /**
     * Creates a client.
     *
     * @param firstKey the first register of the run
     * @param table runs an operation, and returns it with its outcome
     * @param nanos the clock of the history
     * @param applied called after each change that took effect
     */
    RegisterClient(
            long firstKey,
            HistoryLog log,
            UnaryOperator<Operation> table,
            LongSupplier nanos,
            SplittableRandom random,
            Runnable applied,
            AtomicBoolean stopping) {
        this.firstKey = firstKey;
        this.log = log;
        this.table = table;
        this.nanos = nanos;
        this.random = random;
        this.applied = applied;
        this.stopping = stopping;
    }

    @Override
    public Void call() throws IOException {
        try (log) {
            boolean aNodeIsThere = true;
            while (aNodeIsThere && !stopping.get()) aNodeIsThere = run(next());
        }
        return null;
    }

    private Operation next() {
        int number = log.client();
        long key = firstKey + random.nextInt(Histories.REGISTERS);
        if (random.nextDouble() < READ_SHARE) return Operation.read(number, key, nanos.getAsLong());
        Long expected = values.get(key);
        if (expected != null && random.nextDouble() < WRONG_SHARE) expected = -expected;
        long value = 1 + number * VALUES_PER_CLIENT + written++;
        return Operation.compareAndSet(number, key, expected, value, nanos.getAsLong());
    }

    /** Runs an operation. Returns whether to go on. */
    private boolean run(Operation called) throws IOException {
        log.add(called);
        Operation returned;
        try {
            returned = table.apply(called);
        } catch (CoordinatorException
                | DriverTimeoutException
                | ClosedConnectionException
                | HeartbeatException e) {
            LockSupport.parkNanos(PAUSE_NANOS);
            return true; // the outcome is unknown
        } catch (DriverException e) {
            return false; // no node is left
        }
        log.add(returned);
        values.put(called.key(), returned.applied() ? returned.value() : returned.found());
        if (returned.applied()) applied.run();
        return true;
    }
}
