// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.firesteel.lab.mixed.SchemaChange;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A client that changes the schema up to twice a second, and logs each change before it is sent and
 * after it is acknowledged. It ends with the first schema change that fails: the next would need to
 * know the outcome.
 */
final class SchemaClient implements Callable<Void> {
    /** The time from a change to the next, unless it takes longer. */
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final SchemaChanges.Run run;
    private final Schema schema;
    private final AtomicBoolean stopping;
    private long made;
    private boolean hasFailed;

    /** Changes the schema. */
    interface Schema extends AutoCloseable {
        /** Makes a change; returns when it is acknowledged. */
        void make(SchemaChange change);

        @Override
        void close();
    }

    SchemaClient(SchemaChanges.Run run, Schema schema, AtomicBoolean stopping) {
        this.run = run;
        this.schema = schema;
        this.stopping = stopping;
    }

    /**
     * Makes the first changes of the run, before there is a load: under load a change may take
     * seconds. Each run makes another number of them, so that kills hit changes of all kinds.
     */
    SchemaClient begin() throws IOException {
        while (made < run.number() % SchemaChange.CYCLE_CHANGES && !hasFailed) makeNext();
        return this;
    }

    @Override
    public Void call() throws IOException {
        LedgerLog log = run.log();
        try (log;
                schema) {
            while (!stopping.get() && !hasFailed) {
                long began = System.nanoTime(); // owns clock
                makeNext();
                LockSupport.parkNanos(PERIOD_NANOS - (System.nanoTime() - began)); // owns clock
            }
        }
        return null;
    }

    private void makeNext() throws IOException {
        SchemaChange change = new SchemaChange(run.number(), ++made);
        run.log().attempt(change.run(), change.seq());
        try {
            schema.make(change);
        } catch (QueryValidationException e) {
            throw e; // the statement is wrong, and always will be
        } catch (DriverException e) {
            // The outcome is unknown, or the node is gone.
            hasFailed = change.kind() != SchemaChange.Kind.INSERT;
            return;
        }
        run.log().acknowledge(change.run(), change.seq());
    }
}
