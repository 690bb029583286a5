// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One thread of the ledger's process: attempts, writes, acknowledges, until it is told to stop or
 * the node is gone.
 *
 * <p>Only this thread writes its keys, and one write at a time.
 */
final class LedgerWriter implements Callable<Void> {
    private final LedgerTable table;
    private final LedgerLog log;
    private final LedgerState state;
    private final KeyChoice choice;
    private final AtomicBoolean stopping;
    private final Runnable onAcknowledgement;

    LedgerWriter(
            LedgerTable table,
            LedgerLog log,
            LedgerState state,
            KeyChoice choice,
            AtomicBoolean stopping,
            Runnable onAcknowledgement) {
        this.table = table;
        this.log = log;
        this.state = state;
        this.choice = choice;
        this.stopping = stopping;
        this.onAcknowledgement = onAcknowledgement;
    }

    @Override
    public Void call() throws IOException {
        try (log) {
            boolean nodeIsThere = true;
            while (nodeIsThere && !stopping.get()) nodeIsThere = write(choice.next());
        }
        return null;
    }

    /** Returns whether it makes sense to go on. */
    private boolean write(int key) throws IOException {
        long seq = state.attempted(key) + 1;
        log.attempt(key, seq);
        state.attempt(key, seq);
        try {
            table.write(key, seq, seq == 1);
        } catch (CoordinatorException | DriverTimeoutException e) {
            return true; // the node refused or was slow: an attempt whose end nobody knows
        } catch (DriverException e) {
            return false; // there is no connection any more
        }
        log.acknowledge(key, seq);
        onAcknowledgement.run();
        return true;
    }
}
