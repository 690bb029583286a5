// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * A writing thread of the ledger's process. It logs an attempt, writes, and logs the
 * acknowledgement, until it must stop or no node is left. Until a write is refused, all replicas
 * must acknowledge every other write of a key: its loss on one of them shows.
 *
 * <p>Only this thread writes its keys, and one write at a time.
 */
final class LedgerWriter implements Callable<Void> {
    private final LedgerTable table;
    private final LedgerLog log;
    private final LedgerState state;
    private final KeyChoice choice;
    private final IntConsumer sending;
    private final AtomicBoolean stopping;
    private final Outcomes outcomes;

    /**
     * Creates a writer.
     *
     * @param sending receives each key before its write is sent
     */
    LedgerWriter(
            LedgerTable table,
            LedgerLog log,
            LedgerState state,
            KeyChoice choice,
            IntConsumer sending,
            AtomicBoolean stopping,
            Outcomes outcomes) {
        this.table = table;
        this.log = log;
        this.state = state;
        this.choice = choice;
        this.sending = sending;
        this.stopping = stopping;
        this.outcomes = outcomes;
    }

    @Override
    public Void call() throws IOException {
        try (log) {
            boolean aNodeIsThere = true;
            while (aNodeIsThere && !stopping.get()) aNodeIsThere = write(choice.next());
        }
        return null;
    }

    /** Writes a key. Returns whether to go on. */
    private boolean write(int key) throws IOException {
        long seq = state.attempted(key) + 1;
        log.attempt(key, seq);
        state.attempt(key, seq);
        sending.accept(key);
        boolean refusedBefore = outcomes.refusedBefore();
        boolean byAll = !refusedBefore && (key + seq) % 2 == 0;
        try {
            table.write(key, seq, seq == 1, byAll);
        } catch (CoordinatorException e) {
            outcomes.refused();
            return true; // an attempt with an unknown outcome
        } catch (DriverTimeoutException e) {
            return true; // the node was slow: also unknown
        } catch (ClosedConnectionException | HeartbeatException e) {
            return true; // also unknown; the next write shows whether another node is there
        } catch (DriverException e) {
            return false; // no node is left
        }
        if (byAll) log.acknowledgeByAll(key, seq);
        else log.acknowledge(key, seq);
        outcomes.acknowledged(refusedBefore);
        return true;
    }

    /** Receives the outcome of each write. Called by several threads at once. */
    interface Outcomes {
        /** Returns whether the node has refused a write so far. */
        boolean refusedBefore();

        /**
         * Called when the node has acknowledged a write.
         *
         * @param refusedBefore whether it had refused another before this one was sent
         */
        void acknowledged(boolean refusedBefore);

        /** Called when the node has refused a write. */
        void refused();
    }
}
