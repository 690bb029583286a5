// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.Progress;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import java.util.Properties;
import java.util.function.LongSupplier;

/** Inserts the rows that a measurement starts with. All must succeed. */
public final class RowLoader {
    private static final int CLIENTS = 64;

    /** Enough that a node that stalls for some seconds loses no rows. */
    private static final int RETRIES = 5;

    private RowLoader() {}

    /**
     * Loads rows until all are acknowledged. Unacknowledged rows are retried a few times.
     *
     * @param properties number and size of the rows
     * @param nanos a clock in nanoseconds, of any origin
     * @throws BenchException if a row was not acknowledged
     */
    public static void load(
            UserTable table, Properties properties, LongSupplier nanos, Progress progress)
            throws BenchException, InterruptedException {
        long rows = Long.parseLong(properties.getProperty("recordcount"));
        YcsbResult result =
                new YcsbRun(table, properties, CLIENTS, nanos)
                        .retryingInserts(RETRIES)
                        .load(YcsbRun.NO_LIMIT, progress);
        if (result.operations() < rows)
            throw new BenchException(
                    "%d of %d rows were not loaded: %s"
                            .formatted(rows - result.operations(), rows, result.firstError()));
    }
}
