// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.DriverException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;

/**
 * A reading client of the ledger's process. It reads rows being written and logs every value, until
 * it must stop.
 */
final class LedgerReader implements Callable<Void> {
    private final LongFunction<Optional<LedgerRow>> table;
    private final LedgerLog log;
    private final IntSupplier keys;
    private final Runnable seen;
    private final AtomicBoolean stopping;

    /**
     * Creates a reader.
     *
     * @param table reads a row by its key
     * @param keys the key to read next
     * @param seen called after each value read and logged
     */
    LedgerReader(
            LongFunction<Optional<LedgerRow>> table,
            LedgerLog log,
            IntSupplier keys,
            Runnable seen,
            AtomicBoolean stopping) {
        this.table = table;
        this.log = log;
        this.keys = keys;
        this.seen = seen;
        this.stopping = stopping;
    }

    @Override
    public Void call() throws IOException {
        try (log) {
            while (!stopping.get()) read(keys.getAsInt());
        }
        return null;
    }

    private void read(int key) throws IOException {
        Optional<LedgerRow> row;
        try {
            row = table.apply(key);
        } catch (DriverException e) {
            return; // no value was read
        }
        if (row.isEmpty()) return;
        log.see(key, row.get().seq());
        seen.run();
    }
}
